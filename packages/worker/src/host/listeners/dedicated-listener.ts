import type { HostChannel } from '../../wire/channel.ts'
import { isLeadMessage, type LeadMessage } from '../../wire/leadership.ts'
import { scopeChannel, type WorkerScope } from './scope-channel.ts'

export interface DedicatedListenerOptions {
  readonly scope: WorkerScope
  readonly attach: (channel: HostChannel) => void
  /** The tab that created this worker leads: serve the other tabs too. */
  readonly onLead: (message: LeadMessage) => void
}

/**
 * Serves the page that created this worker. The worker ends with that page's session, unless it serves other tabs too.
 */
export function serveDedicated({ scope, attach, onLead }: DedicatedListenerOptions): void {
  const channel = scopeChannel(scope)
  let leads = false
  attach({
    post: message => channel.post(message),
    listen({ onMessage, onFailure }) {
      channel.listen({
        onMessage(message) {
          const received: unknown = message
          if (!isLeadMessage(received)) return onMessage(message)
          leads = true
          onLead(received)
        },
        onFailure,
      })
    },
    close() {
      if (!leads) channel.close()
    },
  })
}
