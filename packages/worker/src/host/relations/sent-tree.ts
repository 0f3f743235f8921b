import type { Row } from '@kube-informer/core'
import type { OrderSplice } from '../../wire/order-splice.ts'
import type { RelatedNodeUpdate, RelatedUpdate } from '../../wire/related.ts'
import type { RelatedItem } from './related-item.ts'
import type { TreeChange } from './related-tree.ts'

/** What the page has of an item. */
interface SentItem {
  readonly row: Row
  readonly children: readonly RelatedItem[]
  readonly total: number
  readonly events: readonly RelatedItem[]
  readonly eventTotal: number
}

type Changes = { -readonly [TMember in 'root' | 'gone' | 'nodes']?: RelatedUpdate[TMember] }

const NOTHING: readonly never[] = Object.freeze([])
const NO_SPLICE: OrderSplice = Object.freeze({ at: 0, remove: 0, insert: [] })

/** The part of a tree that a page has: of each item the first children and the newest Events. */
export class SentTree {
  readonly #limit: number
  readonly #sent = new Map<RelatedItem, SentItem>()
  /** Undefined before the first update. */
  #root: RelatedItem | 'none' | undefined
  #gone: string[] = []
  /** What is sent of the items that have changed. */
  readonly #nodes = new Map<RelatedItem, RelatedNodeUpdate>()

  /** @param limit of the children, and of the Events, of each item */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The difference to what the page has; reads only the changed items, and what enters or leaves with them. */
  diff({ root, changed }: TreeChange): Changes {
    const shown = root ?? 'none'
    const update: Changes = shown === this.#root ? {} : { root: root?.id ?? '' }
    if (shown === this.#root) this.#diffItems(changed)
    else {
      if (typeof this.#root === 'object') this.#hide(this.#root)
      if (root) this.#show(root)
      this.#root = shown
    }
    if (this.#gone.length > 0) update.gone = this.#gone
    if (this.#nodes.size > 0) update.nodes = this.#withAbove()
    this.#gone = []
    this.#nodes.clear()
    return update
  }

  /** An item may move from one changed item to another, so all that leave are hidden before any is shown. */
  #diffItems(changed: ReadonlySet<RelatedItem>): void {
    const before = new Map<RelatedItem, SentItem>()
    for (const item of changed) {
      const sent = this.#sent.get(item)
      if (!sent) continue
      before.set(item, sent)
      const now = this.#read(item)
      const kept = new Set([...now.children, ...now.events])
      for (const each of [...sent.children, ...sent.events]) if (!kept.has(each)) this.#hide(each)
    }
    // An item that has moved was shown again with all that it has.
    for (const [item, sent] of before) if (this.#sent.get(item) === sent) this.#update(item, sent)
  }

  #update(item: RelatedItem, before: SentItem): void {
    const now = this.#read(item)
    this.#sent.set(item, now)
    const children = spliceOf(before.children, now.children)
    const events = spliceOf(before.events, now.events)
    const node: RelatedNodeUpdate = {
      id: item.id,
      ...(!sameVersion(before.row, now.row) && { row: now.row }),
      ...(children && { children }),
      ...(before.total !== now.total && { total: now.total }),
      ...(events && { events }),
      ...(before.eventTotal !== now.eventTotal && { eventTotal: now.eventTotal }),
    }
    if (Object.keys(node).length > 1) this.#nodes.set(item, node)
    for (const each of [...now.children, ...now.events]) if (!this.#sent.has(each)) this.#show(each)
  }

  #show(item: RelatedItem): void {
    const now = this.#read(item)
    this.#sent.set(item, now)
    this.#nodes.set(item, {
      id: item.id,
      resource: item.resource.name,
      row: now.row,
      children: spliceOf(NOTHING, now.children) ?? NO_SPLICE,
      total: now.total,
      events: spliceOf(NOTHING, now.events) ?? NO_SPLICE,
      eventTotal: now.eventTotal,
    })
    for (const each of [...now.children, ...now.events]) this.#show(each)
  }

  #hide(item: RelatedItem): void {
    const sent = this.#sent.get(item)
    if (!sent) return
    this.#sent.delete(item)
    this.#gone.push(item.id)
    for (const each of [...sent.children, ...sent.events]) this.#hide(each)
  }

  /** The page builds the nodes from below, so those above a changed one follow, and each node precedes those below it. */
  #withAbove(): RelatedNodeUpdate[] {
    for (const item of [...this.#nodes.keys()])
      for (let { parent } = item; parent && !this.#nodes.has(parent); { parent } = parent)
        this.#nodes.set(parent, { id: parent.id })
    const byLevel = [...this.#nodes].sort(([a], [b]) => (a.level as number) - (b.level as number))
    return byLevel.map(([, node]) => node)
  }

  #read({ row, children, events }: RelatedItem): SentItem {
    return {
      row,
      children: children.first(this.#limit),
      total: children.size,
      events: events.first(this.#limit),
      eventTotal: events.size,
    }
  }
}

/** The change between two orders; undefined if they are the same. */
function spliceOf(before: readonly RelatedItem[], now: readonly RelatedItem[]): OrderSplice | undefined {
  const shorter = Math.min(before.length, now.length)
  let start = 0
  while (start < shorter && before[start] === now[start]) start++
  let tail = 0
  while (tail < shorter - start && before.at(-1 - tail) === now.at(-1 - tail)) tail++
  const remove = before.length - tail - start
  const insert = now.slice(start, now.length - tail).map(({ id }) => id)
  return remove + insert.length > 0 ? { at: start, remove, insert } : undefined
}

/** Objects without a uid or resourceVersion cannot be compared and count as changed. */
const sameVersion = (a: Row, b: Row): boolean =>
  a === b ||
  (a.uid === b.uid && a.resourceVersion === b.resourceVersion && b.uid !== '' && b.resourceVersion !== '')
