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

/** A disk that checks what it is given: at the version that it claims, the server had just that. */
export class CheckedSnapshotStore<T> implements SnapshotStore<T> {
  complaint: Violation | undefined
  #refusals = 0
  readonly #access: ObjectAccess<T>
  readonly #expected: (resourceVersion: string) => ReadonlyMap<string, Pod>
  readonly #disk: SnapshotStore<T>

  /** @param expected what the server had at a version, by key */
  constructor(access: ObjectAccess<T>, expected: (resourceVersion: string) => ReadonlyMap<string, Pod>) {
    this.#access = access
    this.#expected = expected
    this.#disk = createMemorySnapshotStore({ access })
  }

  /** The next saves fail, as on a disk that is full. */
  refuse(times: number): void {
    this.#refusals = times
  }

  load(signal: AbortSignal): Promise<Snapshot<T> | undefined> {
    return this.#disk.load(signal)
  }

  async save(change: SnapshotChange<T>, signal: AbortSignal): Promise<SaveOutcome> {
    if (this.#refusals > 0) {
      this.#refusals--
      throw new Error('the disk is full')
    }
    await this.#disk.save(change, signal)
    const kept = await this.#disk.load(signal)
    this.#check(kept?.objects ?? [], change.resourceVersion)
    return undefined
  }

  #check(kept: readonly T[], resourceVersion: string): void {
    const expected = this.#expected(resourceVersion)
    const isTrue =
      kept.length === expected.size &&
      kept.every(
        object =>
          this.#access.resourceVersion(object) ===
          expected.get(metaNamespaceKey(object, this.#access))?.metadata.resourceVersion,
      )
    try {
      ensure(
        isTrue,
        () => `invariant 4: what is on disk at version ${resourceVersion} is no state of the server`,
      )
    } catch (error) {
      // Thrown here it would be a save that failed, which informers survive.
      if (error instanceof Violation) this.complaint ??= error
    }
  }
}
