import {
  metaNamespaceKey,
  type ObjectAccess,
  type SaveOutcome,
  type Snapshot,
  type SnapshotChange,
  type SnapshotStore,
} from '@kube-informer/core'
import { createMemorySnapshotStore } from '@kube-informer/core/snapshot'
import type { Pod } from '@kube-informer/testing'
import { ensure, Violation } from './violation.ts'

/** A snapshot store that checks each save: the snapshot must equal the server's state at its resourceVersion. */
export class CheckedSnapshotStore<T> implements SnapshotStore<T> {
  violation: Violation | undefined
  #failures = 0
  readonly #access: ObjectAccess<T>
  readonly #expected: (resourceVersion: string) => ReadonlyMap<string, Pod>
  readonly #disk: SnapshotStore<T>

  /** @param expected returns the server's Pods at a resourceVersion, by key */
  constructor(access: ObjectAccess<T>, expected: (resourceVersion: string) => ReadonlyMap<string, Pod>) {
    this.#access = access
    this.#expected = expected
    this.#disk = createMemorySnapshotStore({ access })
  }

  /** Makes the next saves fail, as on a full disk. */
  failSaves(times: number): void {
    this.#failures = times
  }

  load(signal: AbortSignal): Promise<Snapshot<T> | undefined> {
    return this.#disk.load(signal)
  }

  async save(change: SnapshotChange<T>, signal: AbortSignal): Promise<SaveOutcome> {
    if (this.#failures > 0) {
      this.#failures--
      throw new Error('the disk is full')
    }
    await this.#disk.save(change, signal)
    const saved = await this.#disk.load(signal)
    this.#check(saved?.objects ?? [], change.resourceVersion)
    return undefined
  }

  #check(objects: readonly T[], resourceVersion: string): void {
    const expected = this.#expected(resourceVersion)
    const isEqual =
      objects.length === expected.size &&
      objects.every(
        object =>
          this.#access.resourceVersion(object) ===
          expected.get(metaNamespaceKey(object, this.#access))?.metadata.resourceVersion,
      )
    try {
      ensure(
        isEqual,
        () =>
          `invariant 4: the snapshot at resourceVersion ${resourceVersion} differs from the server's state`,
      )
    } catch (error) {
      // Not thrown: informers tolerate a save that fails.
      if (error instanceof Violation) this.violation ??= error
    }
  }
}
