import type { Clock } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import type { StorageStatus } from '../api/storage-status.ts'
import { deleteDatabase } from './database-files.ts'
import { DiskError, describeFailure } from './disk-error.ts'
import type { DiskCollection, SnapshotDisk } from './snapshot-disk.ts'
import { within } from './within.ts'

export interface DisabledDiskOptions {
  /** The name of the database that an earlier build may have created. */
  readonly name: string
  readonly factory: IDBFactory | undefined
  readonly clock: Clock
}

const REASON = 'persistence is disabled'
const DELETE_TIMEOUT_MS = 15_000

/** Persists nothing, and deletes the database of an earlier build: when a host starts, and at a sign-out. */
export class DisabledDisk implements SnapshotDisk {
  readonly #options: DisabledDiskOptions
  readonly #listeners = new ListenerSet()
  /** Why the database could not be deleted. */
  #failure: string | undefined

  constructor(options: DisabledDiskOptions) {
    this.#options = options
  }

  retainOnly(): void {
    void this.#delete().catch(() => {})
  }

  collection(): DiskCollection {
    return NOTHING
  }

  erase(): Promise<void> {
    return this.#delete()
  }

  status(): StorageStatus {
    return { state: 'off', reason: this.#failure === undefined ? REASON : `${REASON}, but ${this.#failure}` }
  }

  subscribeStatus(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  close(): void {
    this.#listeners.clear()
  }

  async #delete(): Promise<void> {
    const { name, factory, clock } = this.#options
    if (!factory) return
    const what = `the database ${name} of an earlier version could not be deleted`
    try {
      // The request stays pending after the timeout, and completes when the other tab closes the database.
      const deleting = deleteDatabase(factory, name).then(() => {
        this.#setFailure(undefined)
        return true
      })
      if (!(await within(clock, DELETE_TIMEOUT_MS, deleting)))
        throw new DiskError('it is open in another tab; close that tab')
    } catch (cause) {
      const failure = `${what}: ${describeFailure(cause)}`
      this.#setFailure(failure)
      throw new DiskError(failure, { cause })
    }
  }

  #setFailure(failure: string | undefined): void {
    if (failure === this.#failure) return
    this.#failure = failure
    this.#listeners.emit()
  }
}

const NOTHING: DiskCollection = {
  load: async () => undefined,
  save: async () => 'not-owner',
  erase: async () => {},
  release: () => {},
  firstPaint: { load: async () => undefined, save: async () => {} },
}
