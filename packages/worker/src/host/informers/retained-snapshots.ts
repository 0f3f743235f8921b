import {
  type Clock,
  type ObjectAccess,
  type Row,
  rowAccess,
  type Snapshot,
  type SnapshotStore,
  type TimerHandle,
} from '@kube-informer/core'
import { createMemorySnapshotStore } from '@kube-informer/core/snapshot'
import type { Scope } from '../../api/subscription.ts'
import type { DiskOwner, FirstPaintSnapshots, SnapshotDisk } from '../../persistence/snapshot-disk.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { hydratedStore } from './hydrated-store.ts'

/** The disk for a cluster's rows, and their owner. */
export interface OwnedDisk {
  readonly disk: SnapshotDisk
  readonly owner: DiskOwner
}

export interface RetainedSnapshotsOptions {
  readonly clock: Clock
  /** How long rows that are only in memory are retained after their informer has stopped. */
  readonly retainMs: number
  /** Absent where nothing may be persisted. */
  readonly keeping?: OwnedDisk | undefined
  /** Pending while the owner's data is being deleted from disk. */
  readonly erased?: Promise<void> | undefined
}

/** The store of one informer; `release` when the informer has stopped. */
export interface HeldStore {
  readonly store: SnapshotStore<Row>
  /** Its first-paint snapshots; load them before the rows. Absent where nothing is persisted. */
  readonly firstPaint?: FirstPaintSnapshots | undefined
  /** Deletes the rows, because the server denies them. Later loads find nothing until rows are saved again. */
  forget(): void
  release(): void
}

/** The store of one informer, before {@link HeldStore} adds the rules. */
interface RawStore extends Omit<HeldStore, 'forget'> {
  erase(): Promise<void>
}

interface InMemory {
  store: SnapshotStore<Row>
  /** Pending while no informer uses the store. */
  timer: TimerHandle | undefined
}

/**
 * Stores for the rows of a cluster's informers, so that a stopped informer resumes without a list: on disk where that
 * is allowed, otherwise for some minutes in memory.
 */
export class RetainedSnapshots {
  readonly #options: RetainedSnapshotsOptions
  readonly #inMemory = new Map<string, InMemory>()
  #closed = false

  constructor(options: RetainedSnapshotsOptions) {
    this.#options = options
  }

  /** Whether memory holds rows that are not persisted. */
  get hasRetained(): boolean {
    return this.#inMemory.size > 0
  }

  /**
   * @param key of the resource and scope
   * @param hydrated what the first load returns, unless the store has rows that are as new
   */
  open(definition: CompiledDefinition, scope: Scope, key: string, hydrated?: Snapshot<Row>): HeldStore {
    const { keeping } = this.#options
    const raw =
      keeping && definition.persists && isUsable(keeping)
        ? this.#onDisk(keeping, definition, scope)
        : this.#keepInMemory(key)
    return this.#guarded(hydrated ? { ...raw, store: hydratedStore(raw.store, hydrated) } : raw)
  }

  /** Clears memory. Stores that are still in use load and save nothing afterwards. Idempotent. */
  close(): void {
    this.#closed = true
    for (const { timer } of this.#inMemory.values()) this.#options.clock.clearTimeout(timer)
    this.#inMemory.clear()
  }

  #onDisk({ disk, owner }: OwnedDisk, { resource, shape }: CompiledDefinition, scope: Scope): RawStore {
    const open = () => disk.collection({ ...owner, resource, scope, shape })
    const { erased } = this.#options
    const collection = erased ? erased.then(open) : open()
    return {
      store: {
        load: async signal => (await collection).load(signal),
        save: async (change, signal) => (await collection).save(change, signal),
      },
      // After a deletion there are no snapshots.
      firstPaint: 'firstPaint' in collection ? collection.firstPaint : undefined,
      erase: async () => (await collection).erase(),
      release: () => void Promise.resolve(collection).then(opened => opened.release()),
    }
  }

  #keepInMemory(key: string): RawStore {
    const { clock, retainMs } = this.#options
    const kept: InMemory = this.#inMemory.get(key) ?? { store: memoryStore(), timer: undefined }
    clock.clearTimeout(kept.timer)
    this.#inMemory.set(key, kept)
    return {
      store: {
        load: signal => kept.store.load(signal),
        save: (change, signal) => kept.store.save(change, signal),
      },
      erase: async () => {
        kept.store = memoryStore()
      },
      release: () => {
        if (this.#closed) return
        kept.timer = clock.setTimeout(() => this.#inMemory.delete(key), retainMs)
      },
    }
  }

  /** Saves that arrive after a sign-out are ignored, and first-paint snapshots of rows that were forgotten. */
  #guarded({ store, firstPaint, erase, release }: RawStore): HeldStore {
    let forgotten: Promise<void> | undefined
    const isOver = () => this.#closed || forgotten !== undefined
    return {
      store: {
        load: async signal => (isOver() ? undefined : store.load(signal)),
        save: async (change, signal) => {
          const pending = forgotten
          await pending
          if (this.#closed || forgotten !== pending) return 'not-owner'
          forgotten = undefined
          return store.save(change, signal)
        },
      },
      firstPaint: firstPaint && {
        load: async key => (isOver() ? undefined : firstPaint.load(key)),
        save: async (key, snapshot) => (isOver() ? undefined : firstPaint.save(key, snapshot)),
      },
      forget: () => {
        // The disk reports its failure in the storage status.
        forgotten = erase().catch(() => {})
      },
      release,
    }
  }
}

const memoryStore = (): SnapshotStore<Row> =>
  createMemorySnapshotStore<Row>({ access: rowAccess as ObjectAccess<Row> })

/** Memory is better than a disk that has failed. */
function isUsable({ disk, owner }: OwnedDisk): boolean {
  const { state } = disk.status(owner)
  return state === 'opening' || state === 'on'
}
