/** A bug that somebody might make. */
export interface Mutant {
  readonly name: string
  /** Below `packages`. */
  readonly file: string
  /** Stands in the file once. */
  readonly find: string
  readonly replace: string
}

/** Each of these must make a seed fail: what a simulation is worth is what it would find. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a lost delete on relist',
    file: 'core/src/cache/informer/process-deltas.ts',
    find: "notifications.push({ type: 'delete', object: new DeletedFinalStateUnknown(key, indexer.getByKey(key)) })",
    replace: 'next.set(key, indexer.getByKey(key) as T)',
  },
  {
    name: 'a version that is ahead of the data on disk',
    file: 'core/src/cache/informer/shared-index-informer.ts',
    find: 'if (this.#queue.length === 0) this.#snapshots?.covered(',
    replace: 'this.#snapshots?.covered(',
  },
  {
    name: 'an index value left behind',
    file: 'core/src/cache/store/value-index.ts',
    find: 'if (!newValues.includes(value)) this.#remove(value, place)',
    replace: 'if (newValues.length === 0) this.#remove(value, place)',
  },
  {
    name: 'a timer after the stop',
    file: 'core/src/cache/reflector/open-watch.ts',
    find: 'async close(): Promise<void> {\n    this.#guard.release()',
    replace: 'async close(): Promise<void> {',
  },
  {
    name: 'a handler told twice',
    file: 'core/src/cache/handlers/processor-listener.ts',
    find: 'this.#queue.push(notification)',
    replace:
      "this.#queue.push(notification)\n    if (notification.type === 'delete') this.#queue.push(notification)",
  },
  {
    name: 'a page that is not told',
    file: 'worker/src/host/slice-stream.ts',
    find: 'onRows(): void {\n    this.#rowsDirty = true',
    replace: 'onRows(): void {',
  },
]
