import type { View } from './requests.ts'
import { Selection } from './selection.ts'

/** How many views are remembered. */
const KEPT = 1000

/** The views that were asked for, each parsed once: watches with the same view share one, and are asked as one. */
export class Selections {
  readonly #indexField: string | undefined
  readonly #known = new Map<string, Selection>()

  constructor(indexField?: string) {
    this.#indexField = indexField
  }

  /** Throws a UsageError where a selector cannot be parsed. */
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
