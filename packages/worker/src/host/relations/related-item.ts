import type { Row } from '@kube-informer/core'
import { eventTime, eventUids, ownerUids } from './owner-uids.ts'
import { SortedItems } from './sorted-items.ts'

/** A resource whose rows are in a graph. */
export interface RelatedResource {
  /** The name in the definition. */
  readonly name: string
  /** Its position among the resources of the graph. */
  readonly rank: number
  readonly isEvents: boolean
}

/** A row in a graph, its owners, and its place in the tree. What its order depends on never changes. */
export class RelatedItem {
  readonly resource: RelatedResource
  /** Unique in the graph. */
  readonly id: string
  readonly namespace: string
  readonly name: string
  /** When an Event was last seen; 0 for other objects. */
  readonly time: number
  row: Row
  /** The uids of its owners, the preferred one first; of an Event, the uid of the object that it is about. */
  owners: readonly string[]
  /** Its distance from the root; undefined outside of the tree. */
  level: number | undefined
  /** The owner below which it is in the tree. */
  parent: RelatedItem | undefined
  #children: SortedItems<RelatedItem> | undefined
  #events: SortedItems<RelatedItem> | undefined

  constructor(resource: RelatedResource, row: Row) {
    const { isEvents, name } = resource
    this.resource = resource
    this.id = row.uid || `${name}/${row.key}`
    this.namespace = row.namespace
    this.name = row.name
    this.time = isEvents ? eventTime(row) : 0
    this.row = row
    this.owners = readOwners(resource, row)
  }

  /** The objects below it in the tree, in their order. */
  get children(): SortedItems<RelatedItem> {
    this.#children ??= new SortedItems<RelatedItem>(byResourceAndKey)
    return this.#children
  }

  /** The Events about it in the tree, the newest first. */
  get events(): SortedItems<RelatedItem> {
    this.#events ??= new SortedItems<RelatedItem>(newestFirst)
    return this.#events
  }

  /** Removes everything below it in the tree; returns what was there. */
  clear(): RelatedItem[] {
    const below = [...(this.#children ?? []), ...(this.#events ?? [])]
    this.#children = undefined
    this.#events = undefined
    return below
  }
}

/** The uids of a row's owners, or of the object that an Event is about. */
const readOwners = ({ isEvents }: RelatedResource, row: Row): readonly string[] =>
  isEvents ? eventUids(row) : ownerUids(row)

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const byResourceAndKey = (a: RelatedItem, b: RelatedItem): number =>
  a.resource.rank - b.resource.rank || byText(a.namespace, b.namespace) || byText(a.name, b.name)

const newestFirst = (a: RelatedItem, b: RelatedItem): number =>
  b.time - a.time || byText(a.namespace, b.namespace) || byText(a.name, b.name)
