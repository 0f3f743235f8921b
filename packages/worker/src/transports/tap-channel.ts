import type { Clock } from '@kube-informer/core'
import type { PageChannel } from '../wire/channel.ts'
import type { HostMessage } from '../wire/protocol.ts'

export interface ChannelTap {
  readonly clock: Clock
  /** Called for each message of the host, before the listener of the channel. */
  readonly onHeard?: ((message: HostMessage) => void) | undefined
  /** The channel cannot be used. The transport handles this in place of the listener of the channel. */
  readonly onFailure: (reason: string) => void
}

/** A channel that records when the host sent its last message. */
export interface TappedChannel extends PageChannel {
  /** In ms since the epoch; undefined before the first message. */
  readonly lastHeardAt: number | undefined
}

/** Wraps a channel so that its transport observes the messages and failures of the host. */
export function tapChannel(channel: PageChannel, { clock, onHeard, onFailure }: ChannelTap): TappedChannel {
  let lastHeardAt: number | undefined
  let isClosed = false
  return {
    get lastHeardAt() {
      return lastHeardAt
    },
    post: message => channel.post(message),
    listen: ({ onMessage }) =>
      channel.listen({
        onMessage(message) {
          lastHeardAt = clock.now()
          onHeard?.(message)
          if (!isClosed) onMessage(message)
        },
        onFailure,
      }),
    close() {
      isClosed = true
      channel.close()
    },
  }
}
