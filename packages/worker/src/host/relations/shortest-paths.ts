import type { RelatedItem } from './related-item.ts'
import type { RelationGraph } from './relation-graph.ts'

export interface ShortestPathsOptions {
  readonly graph: RelationGraph
  /** The last level of objects. Their Events are one level below. */
  readonly depth: number
}

/**
 * Makes a tree of a graph: each object that can be reached from the root is in it once, at its shortest distance, below
 * the first of its owners that is one level nearer. This also ends cycles of owners.
 *
 * A change costs as much as it moves: what loses its place is taken out together with everything below it, and `settle`
 * places these items again, level by level.
 */
export class ShortestPaths {
  readonly #graph: RelationGraph
  readonly #depth: number
  #root: RelatedItem | undefined
  readonly #unplaced = new Set<RelatedItem>()
  #changed = new Set<RelatedItem>()

  constructor({ graph, depth }: ShortestPathsOptions) {
    this.#graph = graph
    this.#depth = depth
  }

  get root(): RelatedItem | undefined {
    return this.#root
  }

  set root(item: RelatedItem | undefined) {
    if (item === this.#root) return
    if (this.#root) this.uproot(this.#root)
    this.#root = item
    if (item) this.uproot(item)
  }

  /** The row of an item has changed. */
  touch(item: RelatedItem): void {
    this.#changed.add(item)
  }

  /** Takes an item out, and everything below it. */
  uproot(item: RelatedItem): void {
    this.#leave(item)
    const waiting = [item]
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      each.level = undefined
      each.parent = undefined
      this.#unplaced.add(each)
      this.#changed.add(each)
      for (const below of each.clear()) waiting.push(below)
    }
  }

  /** The item leaves the graph. */
  drop(item: RelatedItem): void {
    this.uproot(item)
    this.#unplaced.delete(item)
    if (item === this.#root) this.#root = undefined
  }

  /** Places what was taken out; returns the items whose row, children or Events have changed since the last call. */
  settle(): ReadonlySet<RelatedItem> {
    const levels: RelatedItem[][] = Array.from({ length: this.#depth + 2 }, () => [])
    for (const item of this.#unplaced) levels[this.#distance(item)]?.push(item)
    this.#unplaced.clear()
    for (const [level, items] of levels.entries()) for (const item of items) this.#place(item, level, levels)
    const changed = this.#changed
    this.#changed = new Set()
    return changed
  }

  /** From the owners that are placed already; infinite without one. */
  #distance(item: RelatedItem): number {
    if (item === this.#root) return 0
    const levels = this.#graph
      .ownersOf(item)
      .map(owner => (this.#shows(owner, item) ? owner.level : undefined))
    return 1 + Math.min(...levels.map(level => level ?? Number.POSITIVE_INFINITY))
  }

  #shows(owner: RelatedItem, { resource }: RelatedItem): boolean {
    return owner.level !== undefined && (resource.isEvents || owner.level < this.#depth)
  }

  #place(item: RelatedItem, level: number, levels: readonly RelatedItem[][]): void {
    if (item.level !== undefined && item.level <= level) return
    this.#leave(item)
    item.level = level
    this.#join(item)
    const below = level + 1
    for (const dependent of this.#graph.dependentsOf(item)) {
      if (!this.#shows(item, dependent)) continue
      if (dependent.level === undefined || dependent.level > below) levels[below]?.push(dependent)
      else if (dependent.level === below) this.#reconsider(dependent)
    }
  }

  /** Another owner of the same level may be preferred. */
  #reconsider(item: RelatedItem): void {
    if (item.parent === this.#parentOf(item)) return
    this.#leave(item)
    this.#join(item)
  }

  #parentOf(item: RelatedItem): RelatedItem | undefined {
    return this.#graph.ownersOf(item).find(({ level }) => level !== undefined && level + 1 === item.level)
  }

  #join(item: RelatedItem): void {
    const parent = item === this.#root ? undefined : this.#parentOf(item)
    item.parent = parent
    if (!parent) return
    listIn(parent, item).add(item)
    this.#changed.add(parent)
  }

  #leave(item: RelatedItem): void {
    const { parent } = item
    if (!parent) return
    listIn(parent, item).delete(item)
    this.#changed.add(parent)
  }
}

const listIn = (parent: RelatedItem, { resource }: RelatedItem) =>
  resource.isEvents ? parent.events : parent.children
