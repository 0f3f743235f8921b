import type { BodyStore } from '@kube-informer/core/snapshot'

/** Default of {@link RowBodiesOptions.maxBytes}. */
const MAX_BYTES = 32 * 1024 * 1024

export interface RowBodiesOptions {
  /** Without a store, all texts remain in memory. */
  readonly store?: BodyStore | undefined
  /** How much text remains in memory besides that of the history. @default 32 MiB */
  readonly maxBytes?: number | undefined
}

/** Divides the texts of current rows between memory and a store. */
export class RowBodies {
  readonly store: BodyStore | undefined
  readonly #maxBytes: number
  #bytes = 0

  constructor({ store, maxBytes = MAX_BYTES }: RowBodiesOptions) {
    this.store = store
    this.#maxBytes = store ? maxBytes : Number.POSITIVE_INFINITY
  }

  /** The text in memory that counts towards the budget, in characters. */
  get bytes(): number {
    return this.#bytes
  }

  /** Reserves memory for a text. Returns false if there is not enough. */
  reserve(bytes: number): boolean {
    if (this.#bytes + bytes > this.#maxBytes) return false
    this.#bytes += bytes
    return true
  }

  /** Runs calls that settle or discard many rows. */
  batch<R>(calls: () => R): R {
    return this.store?.transaction ? this.store.transaction(calls) : calls()
  }

  free(bytes: number): void {
    this.#bytes -= bytes
  }
}
