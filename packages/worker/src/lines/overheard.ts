import type { PageChannel } from '../channel.ts'

/** What a line wants to know of the channel that it gives to a connection. */
export interface Eavesdropper {
  /** Something was said: the host lives. */
  onHeard(): void
  /** The channel is of no use; only the line is told, for it knows what to do. */
  onFailure(reason: string): void
}

/** The same channel, listened to by its line as well. */
export function overheard(channel: PageChannel, { onHeard, onFailure }: Eavesdropper): PageChannel {
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
