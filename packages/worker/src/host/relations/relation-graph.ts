import type { RelatedItem } from './related-item.ts'

const NO_ITEMS: ReadonlySet<RelatedItem> = new Set()

/**
 * Rows by key and by uid, and who owns whom. Owner references are local to a namespace: an owner is in the namespace of the
 * object, or cluster-scoped. References to any other object, and to one that is not in the graph, have no effect.
 */
export class RelationGraph {
  /** By the name of the resource, then by key. */
  readonly #items = new Map<string, Map<string, RelatedItem>>()
  readonly #byUid = new Map<string, RelatedItem>()
  /** By the uid of an owner, which need not be in the graph. */
  readonly #dependents = new Map<string, Set<RelatedItem>>()

  find(resource: string, key: string): RelatedItem | undefined {
    return this.#items.get(resource)?.get(key)
  }

  findUid(uid: string): RelatedItem | undefined {
    return this.#byUid.get(uid)
  }

  keysOf(resource: string): readonly string[] {
    return [...(this.#items.get(resource)?.keys() ?? [])]
  }

  /** Adds an item whose key and uid are not in the graph. */
  add(item: RelatedItem): void {
    const { resource, row } = item
    const items = this.#items.get(resource.name) ?? new Map()
    this.#items.set(resource.name, items.set(row.key, item))
    if (row.uid) this.#byUid.set(row.uid, item)
    this.#link(item)
  }

  delete(item: RelatedItem): void {
    const { resource, row } = item
    this.#items.get(resource.name)?.delete(row.key)
    this.#byUid.delete(row.uid)
    this.#unlink(item)
  }

  setOwners(item: RelatedItem, owners: readonly string[]): void {
    this.#unlink(item)
    item.owners = owners
    this.#link(item)
  }

  /** The owners that are in the graph, the preferred one first. */
  ownersOf(item: RelatedItem): RelatedItem[] {
    const owners = item.owners.map(uid => this.#byUid.get(uid))
    return owners.filter(owner => owner !== undefined && mayOwn(owner, item)) as RelatedItem[]
  }

  /** What an item owns, and the Events about it. */
  *dependentsOf(owner: RelatedItem): Generator<RelatedItem> {
    for (const item of this.#dependents.get(owner.row.uid) ?? NO_ITEMS) if (mayOwn(owner, item)) yield item
  }

  #link(item: RelatedItem): void {
    for (const uid of item.owners) {
      const dependents = this.#dependents.get(uid) ?? new Set()
      this.#dependents.set(uid, dependents.add(item))
    }
  }

  #unlink(item: RelatedItem): void {
    for (const uid of item.owners) {
      const dependents = this.#dependents.get(uid)
      dependents?.delete(item)
      if (dependents?.size === 0) this.#dependents.delete(uid)
    }
  }
}

const mayOwn = (owner: RelatedItem, item: RelatedItem): boolean =>
  !owner.resource.isEvents && (owner.namespace === '' || owner.namespace === item.namespace)
