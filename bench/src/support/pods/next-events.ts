import type { ServerResponse } from 'node:http'
import type { Pod } from '@kube-informer/testing'
import { encodeFrame, eventsOf } from './wire.ts'

/** The reader of an event has handled the response to its request by then. */
const DELAY_MS = 1

/** Updates of the listed Pods, one after another, for all watches that are open. */
export class NextEvents {
  readonly #watches = new Set<ServerResponse>()
  readonly #events: ReturnType<typeof eventsOf>

  constructor(listed: readonly Pod[]) {
    this.#events = eventsOf([...listed], { count: listed.length, listed: listed.length, events: Infinity })
  }

  add(watch: ServerResponse): void {
    this.#watches.add(watch)
    watch.once('close', () => this.#watches.delete(watch))
  }

  send(): void {
    const { value } = this.#events.next()
    if (!value) return
    const frame = encodeFrame(value.type, value.object)
    setTimeout(() => {
      for (const watch of this.#watches) watch.write(frame)
    }, DELAY_MS)
  }
}
