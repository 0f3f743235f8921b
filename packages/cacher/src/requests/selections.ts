import type { View } from './requests.ts'
import { Selection } from './selection.ts'

/** Capacity of the cache. */
const KEPT = 1000

/** Caches parsed selections. Watches with the same view share one, so that an event is matched once for all of them. */
export class Selections {
  readonly #indexField: string | undefined
  readonly #known = new Map<string, Selection>()

  constructor(indexField?: string) {
    this.#indexField = indexField
  }

  /** Throws a UsageError if a selector cannot be parsed. */
  get(view: View): Selection {
    const { namespace = '', labelSelector = '', fieldSelector = '' } = view
    const text = JSON.stringify([namespace, labelSelector, fieldSelector])
    const known = this.#known.get(text)
    if (known) return known
    const selection = new Selection(view, this.#indexField)
    const oldest = this.#known.keys().next()
    if (this.#known.size >= KEPT && !oldest.done) this.#known.delete(oldest.value)
    this.#known.set(text, selection)
    return selection
  }
}
