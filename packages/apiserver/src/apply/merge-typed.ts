import { isObject, memberOf, objectOf } from '../json/json-value.ts'
import { groupItems, itemElement } from './list-items.ts'
import type { PathElement } from './path-element.ts'
import { type ListType, type MapType, shapeOf, type ValueType } from './value-type.ts'

/**
 * Merges what is applied into the live object. Nothing is removed: members and items of both are kept; leaves and
 * atomic values come from `applied`. Undefined stands for an absent value.
 */
export function mergeTyped(live: unknown, applied: unknown, type: ValueType): unknown {
  const shape = shapeOf(type, applied === undefined ? live : applied)
  switch (shape.kind) {
    case 'scalar':
      return leaf(live, applied)
    case 'map':
      return mergeMaps(live, applied, shape.map)
    case 'list':
      return mergeLists(live, applied, shape.list)
  }
}

const leaf = (live: unknown, applied: unknown): unknown => (applied === undefined ? live : applied)

function mergeMaps(live: unknown, applied: unknown, map: MapType): unknown {
  const left = isObject(live) ? live : {}
  const right = isObject(applied) ? applied : {}
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  if (map.isAtomic || names.size === 0) return leaf(live, applied)
  const members = [...names].map(name => {
    const type = map.member(name) ?? {}
    return [name, mergeTyped(memberOf(left, name), memberOf(right, name), type)] as const
  })
  return objectOf(members.filter(([, value]) => value !== undefined))
}

function mergeLists(live: unknown, applied: unknown, list: ListType): unknown {
  const left: readonly unknown[] = Array.isArray(live) ? live : []
  const right: readonly unknown[] = Array.isArray(applied) ? applied : []
  if (list.isAtomic || (left.length === 0 && right.length === 0)) return leaf(live, applied)
  return new ListMerge(list, left, right).run()
}

/**
 * Merges two lists that are sets or whose items have keys. Shared items are in the order of the applied list; items
 * that only the live list has keep their position after the shared items that precede them.
 */
class ListMerge {
  readonly #list: ListType
  readonly #live: readonly unknown[]
  readonly #liveElements: readonly PathElement[]
  readonly #liveGroups: ReadonlyMap<PathElement, readonly unknown[]>
  readonly #applied: ReadonlyMap<PathElement, readonly unknown[]>
  readonly #merged: unknown[] = []
  readonly #taken = new Set<PathElement>()
  /** The shared items that are left, in the order of the applied list. */
  #shared: PathElement[]

  constructor(list: ListType, live: readonly unknown[], applied: readonly unknown[]) {
    this.#list = list
    this.#live = live
    this.#liveElements = live.map(item => itemElement(list, item))
    this.#liveGroups = groupItems(list, live)
    this.#applied = groupItems(list, applied)
    this.#shared = [...this.#applied.keys()].filter(element => this.#liveGroups.has(element))
  }

  run(): readonly unknown[] {
    const order = [...this.#applied.keys()]
    let at = 0
    for (let index = 0; index < this.#live.length || at < order.length; ) {
      const mine = this.#liveElements[index]
      const theirs = order[at]
      if (mine !== undefined && mine === theirs) {
        this.#take(mine)
        index++
        at++
      } else if (mine !== undefined && this.#isLater(mine, theirs)) index++
      else if (mine !== undefined && !this.#applied.has(mine)) this.#keep(this.#live[index++])
      else {
        if (mine !== undefined && this.#taken.has(mine)) index++
        if (theirs !== undefined) {
          this.#take(theirs)
          at++
        }
      }
    }
    return this.#merged
  }

  /** Whether a shared item comes later in the applied list. */
  #isLater(mine: PathElement, theirs: PathElement | undefined): boolean {
    const [next] = this.#shared
    return theirs !== undefined && this.#applied.has(mine) && next !== undefined && next !== mine
  }

  #keep(item: unknown): void {
    this.#merged.push(mergeTyped(item, undefined, this.#list.items))
  }

  /** Duplicate live items are not merged: the applied item replaces them. */
  #take(element: PathElement): void {
    const [live, ...duplicates] = this.#liveGroups.get(element) ?? []
    const applied = this.#applied.get(element)?.[0]
    this.#merged.push(mergeTyped(duplicates.length > 0 ? null : live, applied, this.#list.items))
    this.#taken.add(element)
    if (this.#shared[0] === element) this.#shared = this.#shared.slice(1)
  }
}
