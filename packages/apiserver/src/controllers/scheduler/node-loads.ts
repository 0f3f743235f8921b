import type { Pod } from '@kube-informer/core/resources'
import type { Collection } from '../../storage/collection.ts'
import { LazyStoredObject, type StorageEvent, type StoredObject } from '../../storage/stored-object.ts'
import { isFinished } from '../base/pod-state.ts'

/**
 * The number of Pods on each node, kept up to date by storage events. Lazy Pods count from their first write: until then
 * their node is unknown.
 */
export class NodeLoads {
  readonly #counts = new Map<string, number>()
  /** The node of each counted Pod. */
  readonly #nodes = new Map<string, string>()

  constructor(pods: Collection) {
    for (const key of pods.keys) this.#set(key, pods.get(key))
    pods.subscribe(event => this.#apply(event))
  }

  /** The number of Pods on a node. */
  of(node: string): number {
    return this.#counts.get(node) ?? 0
  }

  #apply({ key, current }: StorageEvent): void {
    this.#set(key, current)
  }

  #set(key: string, stored: StoredObject | undefined): void {
    const before = this.#nodes.get(key)
    const after = nodeOf(stored)
    if (before === after) return
    if (before !== undefined) this.#add(before, -1)
    if (after === undefined) this.#nodes.delete(key)
    else {
      this.#nodes.set(key, after)
      this.#add(after, 1)
    }
  }

  #add(node: string, pods: number): void {
    const count = this.of(node) + pods
    if (count === 0) this.#counts.delete(node)
    else this.#counts.set(node, count)
  }
}

function nodeOf(stored: StoredObject | undefined): string | undefined {
  if (!stored || (stored instanceof LazyStoredObject && !stored.lazy.isBuilt)) return undefined
  const pod = stored.object as Pod
  return isFinished(pod) ? undefined : pod.spec?.nodeName || undefined
}
