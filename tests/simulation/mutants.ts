/** A deliberate bug. */
export interface Mutant {
  readonly name: string
  /** What finds it: `main.ts` of this folder. @default the simulation of informers and pages */
  readonly simulation?: 'controllers'
  /** Path relative to `packages`. */
  readonly file: string
  /** Must occur in the file exactly once. */
  readonly find: string
  readonly replace: string
}

/** The simulation must detect each of these bugs: for each, at least one seed must fail. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a lost delete on relist',
    file: 'core/src/cache/store/indexer.ts',
    find: 'changes.push(this.#planAt(slot, slot.key, undefined))',
    replace: 'changes.push(undefined)',
  },
  {
    name: 'a resourceVersion ahead of the data on disk',
    file: 'core/src/cache/informer/shared-index-informer.ts',
    find: 'if (this.#queue.length > 0) return\n    this.#coveredResourceVersion =',
    replace: 'this.#coveredResourceVersion =',
  },
  {
    name: 'a stale index value',
    file: 'core/src/cache/store/value-index.ts',
    find: 'if (!newValues.includes(value)) this.#remove(value, slot)',
    replace: 'if (newValues.length === 0) this.#remove(value, slot)',
  },
  {
    name: 'a timer left after stop',
    file: 'core/src/cache/reflector/open-watch.ts',
    find: 'async close(): Promise<void> {\n    this.#idleTimeout.dispose()',
    replace: 'async close(): Promise<void> {',
  },
  {
    name: 'a duplicate delete notification',
    file: 'core/src/cache/handlers/processor-listener.ts',
    find: 'this.#queue.push(notification)',
    replace:
      "this.#queue.push(notification)\n    if (notification.type === 'delete') this.#queue.push(notification)",
  },
  {
    name: 'a slice that misses row changes',
    file: 'worker/src/host/streams/slice-stream.ts',
    find: 'onRows(): void {\n    this.#rowsDirty = true',
    replace: 'onRows(): void {',
  },
  {
    name: 'a sign-out that does not erase the disk',
    file: 'worker/src/host/clusters/host-clusters.ts',
    find: 'const erasing = (async () => this.#options.disk?.erase(owner))()',
    replace: 'const erasing = Promise.resolve()',
  },
  {
    name: 'a failover that drops subscriptions',
    file: 'worker/src/page/slices.ts',
    find: 'for (const slice of this.#slices) if (slice.wanted) this.#subscribe(slice)',
    replace:
      'for (const slice of this.#slices) if (slice.wanted && !slice.replica.version) this.#subscribe(slice)',
  },
  {
    name: 'a failover that shows stale rows from disk',
    file: 'worker/src/page/slices.ts',
    find: "{ type: 'subscribe', id, subscription, ...shown }",
    replace: "{ type: 'subscribe', id, subscription }",
  },
  {
    name: 'a crashed tab whose session is not closed',
    file: 'worker/src/host/session/page-session.ts',
    find: 'if (hello.lock !== undefined) void this.#closeWithPage(hello.lock)',
    replace: '',
  },
  {
    name: 'a frozen leader that is not preempted',
    file: 'worker/src/transports/leader-transport.ts',
    find: 'this.#election.steal()',
    replace: 'undefined',
  },
  {
    name: 'rows of a withdrawn scope that stay on disk',
    file: 'worker/src/host/informers/retained-snapshots.ts',
    find: 'forgotten = erase().catch(() => {})',
    replace: 'forgotten = Promise.resolve()',
  },
  {
    name: 'rows of a withdrawn namespace that stay in the union',
    file: 'worker/src/host/informers/scoped-informer.ts',
    find: 'this.#views.notify(user => user.onRows())',
    replace: '',
  },
  {
    name: 'a denied scope that is never requested again',
    file: 'worker/src/host/informers/denial-pause.ts',
    find: 'const end = () => {\n      this.cancel()\n      onOver()\n    }',
    replace: 'const end = () => {}',
  },
  {
    name: 'a rejected write that stays in the rows',
    file: 'worker/src/host/overlay/writes.ts',
    find: 'if (!pending.step.known) overlay.drop(pending)',
    replace: '',
  },
  {
    name: 'a lost response after which the object is not read',
    file: 'worker/src/host/overlay/writes.ts',
    find: 'overlay.know(pending, readState(found, uid))',
    replace: '',
  },
  {
    name: 'a write that settles before the informer has it',
    file: 'worker/src/host/overlay/write-overlay.ts',
    find: 'if (readers.some(reader => !reader.hasReached(key, known))) return',
    replace: '',
  },
  {
    name: 'a lost response that counts as a success',
    file: 'worker/src/host/overlay/writes.ts',
    find: 'if (!hasEffect(write, found, uid)) throw error',
    replace: '',
  },
  {
    name: 'a conflict after which a function is not run again',
    file: 'worker/src/page/mutations.ts',
    find: 'if (attempts === 1 || !isConflict(error)) throw error',
    replace: 'throw error',
  },
  {
    name: 'an optimistic row in a first-paint snapshot',
    file: 'worker/src/host/streams/slice-stream.ts',
    find: ' && !held.isOverlaid?.()',
    replace: '',
  },
  {
    name: 'a key that is handed out while it is in process',
    simulation: 'controllers',
    file: 'core/src/workqueue/priority-entries.ts',
    find: 'this.#inProcess.set(entry.key, entry)',
    replace: '',
  },
  {
    name: 'an event that is lost while its key is in process',
    simulation: 'controllers',
    file: 'core/src/workqueue/priority-entries.ts',
    find: 'const again = this.#known.get(entry.key)',
    replace:
      'const again = this.#known.get(entry.key)\n    if (again) this.#known.delete(entry.key)\n    if (again) return false',
  },
  {
    name: 'a read that does not wait for own writes',
    simulation: 'controllers',
    file: 'controller/src/client/caught-up-reads.ts',
    find: 'if (options.readYourWrites === false || !log) return informer',
    replace: 'return informer',
  },
  {
    name: 'a lost answer after which the server is not asked',
    simulation: 'controllers',
    file: 'controller/src/client/tracked-writes.ts',
    find: 'if (isDoubtful(error, type)) log.doubt(target)',
    replace: '',
  },
  {
    name: 'a leader that writes before its cache has caught up',
    simulation: 'controllers',
    file: 'controller/src/manager/shared-catch-up.ts',
    find: 'await this.#cache.catchUp(signal)',
    replace: 'signal.throwIfAborted()',
  },
  {
    name: 'a suspended leader that goes on writing',
    simulation: 'controllers',
    file: 'controller/src/api/guarded-signal.ts',
    find: '): boolean {\n      this[CHECK]()',
    replace: '): boolean {',
  },
  {
    name: 'a failed reconcile that is not tried again',
    simulation: 'controllers',
    file: 'controller/src/controller/requeue.ts',
    find: "addRequest(queue, item, { rateLimited: true, priority })\n  return 'error'",
    replace: "return 'error'",
  },
]
