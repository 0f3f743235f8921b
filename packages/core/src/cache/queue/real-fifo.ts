import type { KnownObjects } from '../store/known-objects.ts'
import { DeltaQueue, type DeltaQueueOptions, type ObjectDelta } from './delta-queue.ts'
import type { Delta } from './queue.ts'

/** What identifies an object, what the consumer knows already, and what changes an object before it is queued. */
export interface RealFIFOOptions<T> extends DeltaQueueOptions<T> {
  /**
   * The cache that the queue feeds; `replace` computes deletions from it. Without it the queue is atomic: `replace` and
   * `resync` are one item each, and the consumer computes the deletions.
   */
  readonly knownObjects?: KnownObjects<T> | undefined
}

/**
 * Every event in the order of arrival, across all keys (client-go `cache.RealFIFO`, upstream's default since 0.33). Use
 * it where the order between objects matters, or where every state must be processed. `DeltaFIFO` returns all deltas of
 * a key at once, which is less work under load.
 *
 * - Nothing is dropped or merged, including the deletion of an unknown key.
 * - A `replace` queues deletions first, then the objects of the list.
 */
export class RealFIFO<T> extends DeltaQueue<T> {
  constructor({ knownObjects, ...options }: RealFIFOOptions<T> = {}) {
    super(options, knownObjects, knownObjects === undefined)
  }

  protected override enqueue(key: string, delta: ObjectDelta<T>): void {
    this.push({ key, deltas: [delta] })
  }

  protected override replaceByKey(objects: readonly T[], keys: ReadonlySet<string>): number {
    for (const object of this.tombstonesFor(keys)) this.queue({ type: 'Deleted', object })
    for (const object of objects) this.queue({ type: 'Replaced', object })
    return this.length
  }

  protected override needsTombstone({ type }: Delta<T>): boolean {
    return type !== 'Deleted'
  }

  /** A key occurs once in a batch at most, so that each delta has its own notification. */
  protected override newBatch(): (key: string) => boolean {
    const keys = new Set<string>()
    return key => keys.size < keys.add(key).size
  }

  protected override pending(): ReadonlyMap<string, Delta<T>> {
    const newest = new Map<string, Delta<T>>()
    for (const { key, deltas } of this.entries)
      for (const delta of deltas) if (key !== undefined) newest.set(key, delta)
    return newest
  }
}
