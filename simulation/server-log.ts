import { compareResourceVersions, metaNamespaceKey } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'

interface Entry {
  readonly resourceVersion: string
  readonly key: string
  /** Undefined for a deletion. */
  readonly pod: Pod | undefined
}

/** The history of the server's objects, recorded by the writer. It is the oracle of the checks. */
export class ServerLog {
  readonly #entries: Entry[] = []
  /** The states of each namespace, the newest one last. */
  readonly #states = new Map<string, (readonly Pod[])[]>()

  recordWrite(pod: Pod): void {
    const key = metaNamespaceKey(pod)
    this.#entries.push({ resourceVersion: pod.metadata.resourceVersion ?? '', key, pod })
    this.#recordState(pod, [pod])
  }

  recordDelete(pod: Pod, resourceVersion: string): void {
    this.#entries.push({ resourceVersion, key: metaNamespaceKey(pod), pod: undefined })
    this.#recordState(pod, [])
  }

  /** The states that a namespace had, the newest one first. */
  statesOf(namespace: string): readonly (readonly Pod[])[] {
    return (this.#states.get(namespace) ?? [[]]).toReversed()
  }

  /** Whether the Pod was written or deleted after this state. */
  hasChanged(pod: Pod): boolean {
    const { resourceVersion = '' } = pod.metadata
    return this.#entries.some(
      entry =>
        entry.key === metaNamespaceKey(pod) &&
        compareResourceVersions(entry.resourceVersion, resourceVersion) > 0,
    )
  }

  /** The given resourceVersion, and that of each later change. */
  resourceVersionsSince(resourceVersion: string): readonly string[] {
    const later = this.#entries.filter(
      entry => compareResourceVersions(entry.resourceVersion, resourceVersion) > 0,
    )
    return [resourceVersion, ...later.map(entry => entry.resourceVersion)]
  }

  /** The Pods that existed at a resourceVersion, by key. */
  podsAt(resourceVersion: string): ReadonlyMap<string, Pod> {
    const state = new Map<string, Pod>()
    for (const entry of this.#entries) {
      if (compareResourceVersions(entry.resourceVersion, resourceVersion) > 0) break
      if (entry.pod) state.set(entry.key, entry.pod)
      else state.delete(entry.key)
    }
    return state
  }

  /** Records the state of a namespace in which `now` has replaced the Pod. */
  #recordState({ metadata }: Pod, now: readonly Pod[]): void {
    const { namespace, name } = metadata
    const states = this.#states.get(namespace) ?? [[]]
    const others = states.at(-1)?.filter(each => each.metadata.name !== name) ?? []
    states.push([...others, ...now])
    this.#states.set(namespace, states)
  }
}
