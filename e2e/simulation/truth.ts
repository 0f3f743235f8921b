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
