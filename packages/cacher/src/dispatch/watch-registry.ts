import type { KubernetesObject } from '@kube-informer/core'
import type { CacheEvent } from '../history/cache-event.ts'
import type { CachedItem } from '../items/cached-item.ts'
import type { Selection } from '../requests/selection.ts'
import type { WatchGroup } from '../watch/watch-group.ts'
import type { WatchQueue } from '../watch/watch-queue.ts'

/**
 * All watches, grouped by selection. Groups are looked up by namespace, name and the indexed field, so that an event is
 * not compared with groups that it cannot match, such as the watches of 999 other nodes.
 */
export class WatchRegistry<T extends KubernetesObject = KubernetesObject> {
  readonly #indexField: string | undefined
  readonly #groups = new Map<Selection, WatchGroup<WatchQueue<T>>>()
  readonly #byScope = new Map<string, Set<WatchGroup<WatchQueue<T>>>>()
  readonly #byIndexValue = new Map<string, Set<WatchGroup<WatchQueue<T>>>>()
  #size = 0

  constructor(indexField?: string) {
    this.#indexField = indexField
  }

  /** How many watches are open. */
  get size(): number {
    return this.#size
  }

  /** How many scopes and index values have groups: 0 without watches. */
  get scopes(): number {
    return this.#byScope.size + this.#byIndexValue.size
  }

  add(watch: WatchQueue<T>, selection: Selection): void {
    const group = this.#groups.get(selection) ?? this.#addGroup(selection)
    watch.group = group
    watch.index = group.watches.length
    group.watches.push(watch)
    this.#size++
  }

  remove(watch: WatchQueue<T>): void {
    const { group, index } = watch
    const last = group?.watches.pop()
    if (!group || !last) return
    // The last watch moves to the free index.
    if (last !== watch) {
      group.watches[index] = last
      last.index = index
    }
    watch.group = undefined
    this.#size--
    if (group.watches.length === 0) this.#removeGroup(group)
  }

  /** All watches, as a new array. */
  all(): WatchQueue<T>[] {
    return [...this.#groups.values()].flatMap(group => group.watches)
  }

  /** Calls back for each group that an event may match. */
  forEachCandidate(
    { previous, current }: CacheEvent<T>,
    visit: (group: WatchGroup<WatchQueue<T>>) => void,
  ): void {
    const object = current ?? previous
    if (!object) return
    this.#visitScopes(object, visit)
    if (this.#indexField === undefined || this.#byIndexValue.size === 0) return
    const before = previous?.field(this.#indexField)
    const after = current?.field(this.#indexField)
    if (before !== undefined) this.#byIndexValue.get(before)?.forEach(visit)
    if (after !== undefined && after !== before) this.#byIndexValue.get(after)?.forEach(visit)
  }

  #visitScopes(object: CachedItem<T>, visit: (group: WatchGroup<WatchQueue<T>>) => void): void {
    if (this.#byScope.size === 0) return
    const { namespace, name } = object
    this.#byScope.get(scopeOf('', ''))?.forEach(visit)
    if (namespace !== '') this.#byScope.get(scopeOf(namespace, ''))?.forEach(visit)
    this.#byScope.get(scopeOf('', name))?.forEach(visit)
    if (namespace !== '') this.#byScope.get(scopeOf(namespace, name))?.forEach(visit)
  }

  #addGroup(selection: Selection): WatchGroup<WatchQueue<T>> {
    const group: WatchGroup<WatchQueue<T>> = { selection, watches: [] }
    this.#groups.set(selection, group)
    const [index, key] = this.#indexOf(selection)
    const groups = index.get(key) ?? new Set()
    index.set(key, groups.add(group))
    return group
  }

  #removeGroup(group: WatchGroup<WatchQueue<T>>): void {
    this.#groups.delete(group.selection)
    const [index, key] = this.#indexOf(group.selection)
    const groups = index.get(key)
    groups?.delete(group)
    if (groups?.size === 0) index.delete(key)
  }

  #indexOf({
    namespace,
    name,
    indexValue,
  }: Selection): [Map<string, Set<WatchGroup<WatchQueue<T>>>>, string] {
    return indexValue === undefined
      ? [this.#byScope, scopeOf(namespace, name ?? '')]
      : [this.#byIndexValue, indexValue]
  }
}

const scopeOf = (namespace: string, name: string): string => `${namespace}/${name}`
