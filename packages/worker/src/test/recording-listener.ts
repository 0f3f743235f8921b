import type { TransportListener } from '../transports/host-transport.ts'
import type { PageChannel } from '../wire/channel.ts'

/** A listener that records the notifications of a transport, and its latest channel. */
export interface RecordingListener extends TransportListener {
  readonly events: string[]
  readonly channel: PageChannel | undefined
}

export function recordingListener(): RecordingListener {
  const events: string[] = []
  let channel: PageChannel | undefined
  return {
    events,
    get channel() {
      return channel
    },
    onChannel(given) {
      channel = given
      events.push('channel')
      given.listen({
        onMessage: ({ type }) => events.push(type),
        onFailure: () => events.push('channel failure'),
      })
    },
    onLost: reason => events.push(`lost: ${reason}`),
    onFailure: reason => events.push(`failed: ${reason}`),
    onRole: role => events.push(`role: ${role}`),
    onHost: (kind, reason) => events.push(`host ${kind}: ${reason}`),
  }
}
