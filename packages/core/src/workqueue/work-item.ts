/// <reference lib="esnext.disposable" preserve="true" />

/**
 * One item in process, as the iteration of a queue yields it. It ends the processing of its own hand-out only: after
 * `queue.done(value)` it has no effect, even if another consumer holds the item by then.
 */
export interface WorkItem<T> {
  readonly value: T
  /** Ends the processing, for code without `using`. Idempotent. */
  done(): void
  /** The same as `done`; `using` calls it. */
  [Symbol.dispose](): void
}

/**
 * `Symbol.dispose`, which Safari lacks. Compilers that lower `using` look for the registered symbol there (esbuild), or
 * need a polyfill that is loaded before this module (TypeScript).
 */
const disposeSymbol = (): symbol => Symbol.dispose ?? Symbol.for('Symbol.dispose')

/** A work item with what its queue keeps about it. */
export class HeldItem<T> implements WorkItem<T> {
  static {
    Object.defineProperty(HeldItem.prototype, disposeSymbol(), { value: HeldItem.prototype.done })
  }

  declare readonly [Symbol.dispose]: () => void
  value: T
  readonly key: unknown
  /** Whether the item was handed out, and its processing has not ended. */
  isHeld = false
  readonly #release: (item: HeldItem<T>) => void

  constructor(value: T, key: unknown, release: (item: HeldItem<T>) => void) {
    this.value = value
    this.key = key
    this.#release = release
  }

  done(): void {
    this.#release(this)
  }
}
