import { compareResourceVersions, metaNamespaceKey } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'

interface Entry {
  readonly resourceVersion: string
  readonly key: string
  /** Undefined for a deletion. */
  readonly pod: Pod | undefined
  /** The Pods after it, by key. */
  readonly state: ReadonlyMap<string, Pod>
}

/** The history of the server's objects, recorded by the writer. It is the oracle of the checks. */
export class ServerLog {
  readonly #entries: Entry[] = []
  /** The states of each namespace, the newest one last. */
  readonly #states = new Map<string, (readonly Pod[])[]>()

  recordWrite(pod: Pod): void {
    this.#record(pod, pod.metadata.resourceVersion ?? '', pod)
  }

  recordDelete(pod: Pod, resourceVersion: string): void {
    this.#record(pod, resourceVersion, undefined)
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

  /** Whether there was no such Pod at this resourceVersion, or the Pod has been deleted at any time. */
  wasGone(key: string, resourceVersion: string): boolean {
    const isDeleted = this.#entries.some(entry => entry.key === key && !entry.pod)
    return isDeleted || !this.podsAt(resourceVersion).has(key)
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
    const isUpTo = (entry: Entry) => compareResourceVersions(entry.resourceVersion, resourceVersion) <= 0
    return this.#entries.findLast(isUpTo)?.state ?? new Map()
  }

  #record(before: Pod, resourceVersion: string, pod: Pod | undefined): void {
    const key = metaNamespaceKey(before)
    const state = new Map(this.#entries.at(-1)?.state)
    if (pod) state.set(key, pod)
    else state.delete(key)
    this.#entries.push({ resourceVersion, key, pod, state })
    const { namespace } = before.metadata
    const states = this.#states.get(namespace) ?? [[]]
    states.push([...state.values()].filter(each => each.metadata.namespace === namespace))
    this.#states.set(namespace, states)
  }
}
