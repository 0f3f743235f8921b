import type { Row } from '@kube-informer/core'
import { RelatedItem, type RelatedResource } from './related-item.ts'
import { RelationGraph } from './relation-graph.ts'
import { ShortestPaths } from './shortest-paths.ts'

export interface RelatedTreeOptions {
  /** The root is the object that has this key, at any time. */
  readonly root: { readonly resource: string; readonly key: string }
  readonly depth: number
}

/** A tree after some changes. */
export interface TreeChange {
  /** Undefined where there is no such object. */
  readonly root: RelatedItem | undefined
  /** The items whose row, children or Events have changed. */
  readonly changed: ReadonlySet<RelatedItem>
}

/** The rows of several resources, and the tree that their owner references and Events make below one object. */
export class RelatedTree {
  readonly #graph = new RelationGraph()
  readonly #paths: ShortestPaths
  readonly #root: RelatedTreeOptions['root']

  constructor({ root, depth }: RelatedTreeOptions) {
    this.#paths = new ShortestPaths({ graph: this.#graph, depth })
    this.#root = root
  }

  /** Adds a row or replaces the one with its key. One with another uid is another object. */
  set(resource: RelatedResource, row: Row): void {
    const before = this.#graph.find(resource.name, row.key)
    if (before?.row === row) return
    const item = new RelatedItem(resource, row)
    if (before?.id === item.id && before.time === item.time) this.#update(before, item)
    else {
      if (before) this.#drop(before)
      this.#add(item)
    }
  }

  delete(resource: RelatedResource, key: string): void {
    const item = this.#graph.find(resource.name, key)
    if (item) this.#drop(item)
  }

  /** Replaces all rows of a resource. */
  replace(resource: RelatedResource, rows: readonly Row[]): void {
    const keys = new Set(rows.map(({ key }) => key))
    for (const key of this.#graph.keysOf(resource.name)) if (!keys.has(key)) this.delete(resource, key)
    for (const row of rows) this.set(resource, row)
  }

  /** Completes the changes since the last call. */
  settle(): TreeChange {
    const root = this.#graph.find(this.#root.resource, this.#root.key)
    this.#paths.root = root
    return { root, changed: this.#paths.settle() }
  }

  #update(item: RelatedItem, { row, owners }: RelatedItem): void {
    item.row = row
    this.#paths.touch(item)
    if (sameTexts(item.owners, owners)) return
    this.#graph.setOwners(item, owners)
    if (item !== this.#paths.root) this.#paths.uproot(item)
  }

  #add(item: RelatedItem): void {
    // A uid is unique in a cluster. Where it is not, the last object has it.
    const other = this.#graph.findUid(item.row.uid)
    if (other) this.#drop(other)
    this.#graph.add(item)
    this.#paths.uproot(item)
  }

  #drop(item: RelatedItem): void {
    this.#paths.drop(item)
    this.#graph.delete(item)
  }
}

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index])
