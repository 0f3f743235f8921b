import type { Random } from '@kube-informer/core'

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const MAX_NAME_LENGTH = 253
const NANOSECONDS_PER_MS = 1_000_000

/**
 * Names of events: `OBJECT.HEX-OF-NANOSECONDS`, or a UUID if that is no DNS subdomain (client-go
 * `record/util.GenerateEventName`).
 *
 * A clock of JavaScript has milliseconds. A counter fills the rest, so that two events of one millisecond differ. It starts at
 * random, so that those of two processes do.
 */
export class EventNames {
  readonly #random: Random
  #counter: number

  constructor(random: Random) {
    this.#random = random
    this.#counter = Math.floor(random() * NANOSECONDS_PER_MS)
  }

  next(objectName: string, nowMs: number): string {
    this.#counter = (this.#counter + 1) % NANOSECONDS_PER_MS
    const nanoseconds = BigInt(Math.floor(nowMs)) * BigInt(NANOSECONDS_PER_MS) + BigInt(this.#counter)
    const name = `${objectName}.${nanoseconds.toString(16)}`
    return name.length <= MAX_NAME_LENGTH && SUBDOMAIN.test(name) ? name : randomUuid(this.#random)
  }
}

/** A UUID of version 4. (`crypto.randomUUID` cannot be made to repeat itself in a test.) */
const randomUuid = (random: Random): string =>
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, letter => {
    const bits = Math.floor(random() * 16)
    return (letter === 'x' ? bits : (bits % 4) + 8).toString(16)
  })
