import {
  metaNamespaceKey,
  type ObjectAccess,
  objectAccess,
  type Snapshot,
  type SnapshotChange,
  type SnapshotStore,
} from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import { ensure, Violation } from './violation.ts'

/** A disk that checks what it is given: at the version that it claims, the server had just that. */
export class CheckedSnapshotStore<T> implements SnapshotStore<T> {
  access: ObjectAccess<T> = objectAccess as ObjectAccess<unknown> as ObjectAccess<T>
  complaint: Violation | undefined
  #kept: { resourceVersion: string; objects: Map<string, T> } | undefined
  #refusals = 0
  readonly #expected: (resourceVersion: string) => ReadonlyMap<string, Pod>

  /** @param expected what the server had at a version, by key */
  constructor(expected: (resourceVersion: string) => ReadonlyMap<string, Pod>) {
    this.#expected = expected
  }

  /** The next saves fail, as on a disk that is full. */
  refuse(times: number): void {
    this.#refusals = times
  }

  async load(): Promise<Snapshot<T> | undefined> {
    if (!this.#kept) return undefined
    return { resourceVersion: this.#kept.resourceVersion, objects: [...this.#kept.objects.values()] }
  }

  async save(change: SnapshotChange<T>): Promise<void> {
    if (this.#refusals > 0) {
      this.#refusals--
      throw new Error('the disk is full')
    }
    this.#apply(change)
    this.#check(change.resourceVersion)
  }

  #apply(change: SnapshotChange<T>): void {
    if (change.type === 'replace') {
      const objects = change.objects.map(object => [metaNamespaceKey(object, this.access), object] as const)
      this.#kept = { resourceVersion: change.resourceVersion, objects: new Map(objects) }
      return
    }
    if (!this.#kept) throw new Error('a change of nothing')
    for (const [key, object] of change.upserts) this.#kept.objects.set(key, object)
    for (const key of change.deletions) this.#kept.objects.delete(key)
    this.#kept.resourceVersion = change.resourceVersion
  }

  #check(resourceVersion: string): void {
    const expected = this.#expected(resourceVersion)
    const kept = this.#kept?.objects ?? new Map<string, T>()
    const isTrue =
      kept.size === expected.size &&
      [...kept].every(
        ([key, object]) =>
          this.access.resourceVersion(object) === expected.get(key)?.metadata.resourceVersion,
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
