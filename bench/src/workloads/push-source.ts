import type { ListerWatcher, WatchEvent } from '@kube-informer/core'

/** A server in this process: a list that is prepared, and a watch that tells what it is told to. */
export class PushSource<T> implements ListerWatcher<T> {
  readonly #items: readonly T[]
  readonly #reads: (readonly WatchEvent<T>[])[] = []
  #wake: () => void = () => {}

  constructor(items: readonly T[]) {
    this.#items = items
  }

  /** Sends one change, in a network read of its own. */
  modify(object: T): void {
    this.#reads.push([{ type: 'MODIFIED', object }])
    this.#wake()
  }

  async list() {
    return { metadata: { resourceVersion: String(this.#items.length) }, items: this.#items }
  }

  async watch(_: unknown, { signal }: { readonly signal: AbortSignal }) {
    signal.addEventListener('abort', () => this.#wake())
    return this.#events(signal)
  }

  async *#events(signal: AbortSignal): AsyncGenerator<readonly WatchEvent<T>[]> {
    while (!signal.aborted) {
      const read = this.#reads.shift()
      if (read) yield read
      else await this.#change()
    }
  }

  #change(): Promise<void> {
    return new Promise(resolve => {
      this.#wake = resolve
    })
  }
}
