import type { ListerWatcher, WatchEvent } from '@kube-informer/core'

/** A source in this process: a prepared list, and a watch that delivers pushed changes. */
export class PushSource<T> implements ListerWatcher<T> {
  readonly #items: readonly T[]
  readonly #reads: (readonly WatchEvent<T>[])[] = []
  #wake: () => void = () => {}

  constructor(items: readonly T[]) {
    this.#items = items
  }

  /** Delivers one change in a read of its own. */
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
