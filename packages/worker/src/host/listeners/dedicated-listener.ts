import type { HostChannel } from '../../wire/channel.ts'
import { isLeadMessage, type LeadMessage } from '../../wire/leadership.ts'
import { scopeChannel, type WorkerScope } from './scope-channel.ts'

/** What {@link serveDedicated} takes. */
export interface DedicatedListenerOptions {
  readonly scope: WorkerScope
  readonly attach: (channel: HostChannel) => void
  /** The tab that made this worker leads: other tabs are to be served, too. */
  readonly onLead: (message: LeadMessage) => void
}

/** Serves the page that made this worker. Its end is the worker's, unless that serves others, too: then the page ends it. */
export function serveDedicated({ scope, attach, onLead }: DedicatedListenerOptions): void {
  const channel = scopeChannel(scope)
  let leads = false
  attach({
    post: message => channel.post(message),
    listen({ onMessage, onFailure }) {
      channel.listen({
        onMessage(message) {
          const told: unknown = message
          if (!isLeadMessage(told)) return onMessage(message)
          leads = true
          onLead(told)
        },
        onFailure,
      })
    },
    close() {
      if (!leads) channel.close()
    },
  })
}
