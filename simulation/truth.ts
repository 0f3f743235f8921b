import { compareResourceVersions, metaNamespaceKey } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'

interface Entry {
  readonly resourceVersion: string
  readonly key: string
  /** Absent where it was deleted. */
  readonly pod: Pod | undefined
}

/** Every state that the server ever had, told by who wrote it. */
export class Truth {
  readonly #entries: Entry[] = []

  wrote(pod: Pod): void {
    this.#entries.push({
      resourceVersion: pod.metadata.resourceVersion ?? '',
      key: metaNamespaceKey(pod),
      pod,
    })
  }

  deleted(pod: Pod, resourceVersion: string): void {
    this.#entries.push({ resourceVersion, key: metaNamespaceKey(pod), pod: undefined })
  }

  /** Whether a state of a Pod was followed by anything, be it its end. */
  hasChanged(pod: Pod): boolean {
    const { resourceVersion = '' } = pod.metadata
    return this.#entries.some(
      entry =>
        entry.key === metaNamespaceKey(pod) &&
        compareResourceVersions(entry.resourceVersion, resourceVersion) > 0,
    )
  }

  /** A version, and each at which something changed since. */
  versionsSince(resourceVersion: string): readonly string[] {
    const later = this.#entries.filter(
      entry => compareResourceVersions(entry.resourceVersion, resourceVersion) > 0,
    )
    return [resourceVersion, ...later.map(entry => entry.resourceVersion)]
  }

  /** What was there at a version, by key. */
  at(resourceVersion: string): ReadonlyMap<string, Pod> {
    const state = new Map<string, Pod>()
    for (const entry of this.#entries) {
      if (compareResourceVersions(entry.resourceVersion, resourceVersion) > 0) break
      if (entry.pod) state.set(entry.key, entry.pod)
      else state.delete(entry.key)
    }
    return state
  }
}
