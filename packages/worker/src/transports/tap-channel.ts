import type { PageChannel } from '../wire/channel.ts'

/** What a transport wants to know of the channel that it gives to a connection. */
export interface ChannelTap {
  /** Something was said: the host lives. */
  onHeard(): void
  /** The channel is of no use; only the transport is told, for it knows what to do. */
  onFailure(reason: string): void
}

/** The same channel, listened to by its transport as well. */
export function tapChannel(channel: PageChannel, { onHeard, onFailure }: ChannelTap): PageChannel {
  return {
    post: message => channel.post(message),
    listen: ({ onMessage }) =>
      channel.listen({
        onMessage(message) {
          onHeard()
          onMessage(message)
        },
        onFailure,
      }),
    close: () => channel.close(),
  }
}
