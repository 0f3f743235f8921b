import type { TransportListener } from '../transports/host-transport.ts'
import type { PageChannel } from '../wire/channel.ts'

/** A listener that writes down what a transport tells, and keeps the newest channel. */
export interface RecordingListener extends TransportListener {
  readonly told: string[]
  readonly channel: PageChannel | undefined
}

export function recordingListener(): RecordingListener {
  const told: string[] = []
  let channel: PageChannel | undefined
  return {
    told,
    get channel() {
      return channel
    },
    onChannel(given) {
      channel = given
      told.push('channel')
      given.listen({
        onMessage: ({ type }) => told.push(type),
        onFailure: () => told.push('unheard failure'),
      })
    },
    onLost: reason => told.push(`lost: ${reason}`),
    onFailure: reason => told.push(`failed: ${reason}`),
    onRole: role => told.push(`role: ${role}`),
    onHost: (kind, reason) => told.push(`host ${kind}: ${reason}`),
  }
}
