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
    file: 'core/src/cache/store/indexer.ts',
    find: 'changes.push(this.#planAt(slot, slot.key, undefined))',
    replace: 'changes.push(undefined)',
  },
  {
    name: 'a version that is ahead of the data on disk',
    file: 'core/src/cache/informer/shared-index-informer.ts',
    find: 'if (this.#queue.length > 0) return\n    this.#covered =',
    replace: 'this.#covered =',
  },
  {
    name: 'an index value left behind',
    file: 'core/src/cache/store/value-index.ts',
    find: 'if (!newValues.includes(value)) this.#remove(value, slot)',
    replace: 'if (newValues.length === 0) this.#remove(value, slot)',
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
    file: 'worker/src/host/session/slice-stream.ts',
    find: 'onRows(): void {\n    this.#rowsDirty = true',
    replace: 'onRows(): void {',
  },
  {
    name: 'a sign-out that leaves the disk',
    file: 'worker/src/host/cluster/host-clusters.ts',
    find: 'const erasing = (async () => this.#options.disk?.erase(owner))()',
    replace: 'const erasing = Promise.resolve()',
  },
  {
    name: 'a take-over that forgets what was subscribed to',
    file: 'worker/src/page/slices.ts',
    find: 'for (const slice of this.#slices) if (slice.wanted) this.#ask(slice)',
    replace: 'for (const slice of this.#slices) if (slice.wanted && !slice.replica.version) this.#ask(slice)',
  },
  {
    name: 'a take-over that shows a disk that is behind',
    file: 'worker/src/page/slices.ts',
    find: "{ type: 'subscribe', id, subscription, ...shown }",
    replace: "{ type: 'subscribe', id, subscription }",
  },
  {
    name: 'a tab that dies and is never missed',
    file: 'worker/src/host/session/page-session.ts',
    find: 'if (hello.lock !== undefined) void this.#closeWithPage(hello.lock)',
    replace: '',
  },
  {
    name: 'a frozen leader that is never preempted',
    file: 'worker/src/transports/leader-transport.ts',
    find: 'this.#election.steal()',
    replace: 'undefined',
  },
]
