import type { PageChannel } from '../channel.ts'
import type { LineListener } from '../lines/host-line.ts'

/** A listener that writes down what a line tells, and keeps the newest channel. */
export interface ToldListener extends LineListener {
  readonly told: string[]
  readonly channel: PageChannel | undefined
}

export function toldListener(): ToldListener {
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
