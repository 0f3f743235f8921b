import type { OrderSplice } from '../wire/order-splice.ts'
import type { RelatedUpdate } from '../wire/related.ts'

/** The nodes that a page has of a tree. */
export interface ShownTree {
  root: string
  readonly nodes: Map<string, ShownNode>
}

interface ShownNode {
  readonly row: string
  readonly children: readonly string[]
  readonly total: number
  readonly events: readonly string[]
  readonly eventTotal: number
}

/** A tree as nested values, as tests compare it. */
export interface PlainTree {
  readonly id: string
  /** `key@resourceVersion` */
  readonly row: string
  readonly children: readonly PlainTree[]
  readonly total: number
  readonly events: readonly string[]
  readonly eventTotal: number
}

/** Applies an update as a page does. Throws for one that does not fit to the nodes. */
export function applyRelated(shown: ShownTree, { root, gone = [], nodes = [] }: RelatedUpdate): void {
  if (root !== undefined) shown.root = root
  for (const id of gone) if (!shown.nodes.delete(id)) throw new Error(`${id} was not there`)
  for (const { id, row, children, events, ...rest } of nodes) {
    const before = shown.nodes.get(id)
    if (!before && !(row && children && events)) throw new Error(`${id} is new and incomplete`)
    shown.nodes.set(id, {
      row: row ? `${row.key}@${row.resourceVersion}` : (before?.row ?? ''),
      children: spliced(before?.children ?? [], children),
      events: spliced(before?.events ?? [], events),
      total: rest.total ?? before?.total ?? Number.NaN,
      eventTotal: rest.eventTotal ?? before?.eventTotal ?? Number.NaN,
    })
  }
}

/** The whole tree. Throws if the page has nodes that are not in it. */
export function shownTree({ root, nodes }: ShownTree): PlainTree | undefined {
  let count = 0
  const build = (id: string): PlainTree => {
    const node = nodes.get(id)
    if (!node) throw new Error(`${id} was never sent`)
    count += 1 + node.events.length
    return { id, ...node, children: node.children.map(build) }
  }
  const tree = root === '' ? undefined : build(root)
  if (count !== nodes.size) throw new Error(`the page has ${nodes.size} nodes, and the tree ${count}`)
  return tree
}

const spliced = (ids: readonly string[], change: OrderSplice | undefined): readonly string[] =>
  change ? ids.toSpliced(change.at, change.remove, ...change.insert) : ids
