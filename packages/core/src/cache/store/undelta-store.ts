import type { DeletedFinalStateUnknown } from '../../api/keys.ts'
import { Indexer, type IndexerOptions } from './indexer.ts'
import type { Store } from './store.ts'

/** What receives the contents of the store after each change. */
export interface UndeltaStoreOptions<T> extends Pick<IndexerOptions<T>, 'keyFunction' | 'access'> {
  /** Called with the whole content after every write that succeeded; the array is frozen. */
  readonly pushFunction: (objects: readonly T[]) => void
}

/**
 * A store that passes its whole content to a function after every write (client-go `cache.UndeltaStore`). Use it with a
 * Reflector where the consumer needs the state, not the changes.
 *
 * @example
 * const store = new UndeltaStore<Pod>({ pushFunction: pods => render(pods) })
 * void new Reflector({ listerWatcher, store }).run(signal)
 */
export class UndeltaStore<T> implements Store<T> {
  readonly #store: Indexer<T>
  readonly #pushFunction: (objects: readonly T[]) => void

  constructor({ pushFunction, keyFunction, access }: UndeltaStoreOptions<T>) {
    this.#store = new Indexer<T>({ keyFunction, access })
    this.#pushFunction = pushFunction
  }

  get lastStoreSyncResourceVersion(): string {
    return this.#store.lastStoreSyncResourceVersion
  }

  add(object: T): void {
    this.#store.add(object)
    this.#push()
  }

  update(object: T): void {
    this.#store.update(object)
    this.#push()
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#store.delete(object)
    this.#push()
  }

  replace(objects: readonly T[], resourceVersion?: string): void {
    this.#store.replace(objects, resourceVersion)
    this.#push()
  }

  resync(): void {}

  bookmark(resourceVersion: string): void {
    this.#store.bookmark(resourceVersion)
  }

  get(object: T): T | undefined {
    return this.#store.get(object)
  }

  getByKey(key: string): T | undefined {
    return this.#store.getByKey(key)
  }

  list(): readonly T[] {
    return this.#store.list()
  }

  listKeys(): readonly string[] {
    return this.#store.listKeys()
  }

  #push(): void {
    this.#pushFunction(this.#store.list())
  }
}
