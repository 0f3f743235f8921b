import {
  type Clock,
  type ObjectAccess,
  type Row,
  rowAccess,
  type SnapshotStore,
  type TimerHandle,
} from '@kube-informer/core'
import { createMemorySnapshotStore } from '@kube-informer/core/snapshot'
import type { Scope } from '../../api/subscription.ts'
import type { DiskOwner, FirstPaintSnapshots, SnapshotDisk } from '../../persistence/snapshot-disk.ts'
import type { CompiledDefinition } from '../view/compiled-definition.ts'

/** Where a cluster's rows may be kept on disk, and whose they are. */
export interface OwnedDisk {
  readonly disk: SnapshotDisk
  readonly owner: DiskOwner
}

/** What {@link RetainedSnapshots} takes. */
export interface RetainedSnapshotsOptions {
  readonly clock: Clock
  /** How long rows that are in memory alone outlive their informer. */
  readonly retainMs: number
  /** Absent where nothing may be on disk. */
  readonly keeping?: OwnedDisk | undefined
  /** While this is pending, the disk is being emptied of what is kept for the owner. */
  readonly erased?: Promise<void> | undefined
}

/** What an informer holds; `release` says that it has ended. */
export interface HeldStore {
  readonly store: SnapshotStore<Row>
  /** What was shown of it, to be asked for before the rows; absent where nothing is on disk. */
  readonly firstPaint?: FirstPaintSnapshots | undefined
  release(): void
}

interface InMemory {
  readonly store: SnapshotStore<Row>
  /** Set while nobody holds it. */
  timer: TimerHandle | undefined
}

/**
 * Where the informers of a cluster leave their rows, so that one that stopped comes back without a list: on disk where
 * that is allowed, and for some minutes in memory where it is not.
 */
export class RetainedSnapshots {
  readonly #options: RetainedSnapshotsOptions
  readonly #inMemory = new Map<string, InMemory>()
  #closed = false

  constructor(options: RetainedSnapshotsOptions) {
    this.#options = options
  }

  /** Whether anything is in memory that would be lost with this. */
  get hasRetained(): boolean {
    return this.#inMemory.size > 0
  }

  /** @param key of the resource and scope */
  open(definition: CompiledDefinition, scope: Scope, key: string): HeldStore {
    const { keeping } = this.#options
    const held =
      keeping && definition.persists && isUsable(keeping)
        ? this.#onDisk(keeping, definition, scope)
        : this.#keepInMemory(key)
    return {
      ...held,
      store: this.#whileOpen(held.store),
      firstPaint: held.firstPaint && this.#firstPaint(held.firstPaint),
    }
  }

  /** Empties memory; whoever still has a store of this neither finds nor keeps anything any more. Idempotent. */
  close(): void {
    this.#closed = true
    for (const { timer } of this.#inMemory.values()) this.#options.clock.clearTimeout(timer)
    this.#inMemory.clear()
  }

  #onDisk({ disk, owner }: OwnedDisk, { resource, shape }: CompiledDefinition, scope: Scope): HeldStore {
    const open = () => disk.collection({ ...owner, resource, scope, shape })
    const { erased } = this.#options
    const collection = erased ? erased.then(open) : open()
    return {
      store: {
        load: async signal => (await collection).load(signal),
        save: async (change, signal) => (await collection).save(change, signal),
      },
      // After an erasure there are none.
      firstPaint: 'firstPaint' in collection ? collection.firstPaint : undefined,
      release: () => void Promise.resolve(collection).then(opened => opened.release()),
    }
  }

  #keepInMemory(key: string): HeldStore {
    const { clock, retainMs } = this.#options
    const kept: InMemory = this.#inMemory.get(key) ?? { store: memoryStore(), timer: undefined }
    clock.clearTimeout(kept.timer)
    this.#inMemory.set(key, kept)
    return {
      store: kept.store,
      release: () => {
        if (this.#closed) return
        kept.timer = clock.setTimeout(() => this.#inMemory.delete(key), retainMs)
      },
    }
  }

  #firstPaint(firstPaint: FirstPaintSnapshots): FirstPaintSnapshots {
    return {
      load: async key => (this.#closed ? undefined : firstPaint.load(key)),
      save: async (key, snapshot) => (this.#closed ? undefined : firstPaint.save(key, snapshot)),
    }
  }

  /** What is saved late, after a sign-out, is kept nowhere. */
  #whileOpen(store: SnapshotStore<Row>): SnapshotStore<Row> {
    return {
      load: async signal => (this.#closed ? undefined : store.load(signal)),
      save: async (change, signal) => (this.#closed ? 'not-owner' : store.save(change, signal)),
    }
  }
}

const memoryStore = (): SnapshotStore<Row> =>
  createMemorySnapshotStore<Row>({ access: rowAccess as ObjectAccess<Row> })

/** A disk that has failed is of less use than memory. */
function isUsable({ disk, owner }: OwnedDisk): boolean {
  const { state } = disk.status(owner)
  return state === 'opening' || state === 'on'
}
