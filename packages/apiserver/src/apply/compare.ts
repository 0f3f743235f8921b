import { deepEqual } from '../json/deep-equal.ts'
import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import { FieldSet } from './field-set.ts'
import { groupItems } from './list-items.ts'
import { type FieldPath, fieldElement, type PathElement } from './path-element.ts'
import { type ListType, type MapType, narrowed, type Shape, shapeOf, type ValueType } from './value-type.ts'

/** The differences between two states of an object. Each path is in at most one of the sets. */
export interface Comparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

/** Compares two values of one type. Undefined stands for an absent value; null is a value. */
export function compareTyped(before: unknown, after: unknown, type: ValueType): Comparison {
  const comparison = { added: new FieldSet(), modified: new FieldSet(), removed: new FieldSet() }
  compare({ before, after, type, way: undefined }, comparison)
  return comparison
}

/** The path to a value, built only if something differs. */
interface Way {
  readonly parent: Way | undefined
  readonly element: PathElement
}

function pathOf(way: Way | undefined): FieldPath {
  const path: PathElement[] = []
  for (let at = way; at; at = at.parent) path.push(at.element)
  return path.reverse()
}

interface Pair {
  readonly before: unknown
  readonly after: unknown
  readonly type: ValueType
  readonly way: Way | undefined
}

function compare(pair: Pair, into: Comparison): void {
  const { before, after, type, way } = pair
  if (before === after) return
  let isLeaf = false
  for (const shape of shapesOf(before, after, type)) isLeaf = compareAs(shape, pair, into)
  if (isLeaf) return
  if (before === undefined) into.added.insert(pathOf(way))
  else if (after === undefined) into.removed.insert(pathOf(way))
}

/** A value of unknown type may have changed from a map to a list; it is then compared as both. */
function shapesOf(before: unknown, after: unknown, type: ValueType): readonly Shape[] {
  const old = shapeOf(type, before)
  const now = shapeOf(type, after)
  if (after === undefined) return [old]
  const isSame = before === undefined || sameParts(narrowed(type, before), narrowed(type, after))
  return isSame ? [now] : [old, now]
}

const sameParts = (a: ValueType, b: ValueType): boolean =>
  a.map === b.map && a.list === b.list && a.scalar === b.scalar

/** Compares two values; returns whether the value is a leaf, whose own path has then been recorded. */
function compareAs(shape: Shape, pair: Pair, into: Comparison): boolean {
  switch (shape.kind) {
    case 'scalar':
      return compareLeaf(pair, into)
    case 'map':
      return compareMaps(shape.map, pair, into)
    case 'list':
      return compareLists(shape.list, pair, into)
  }
}

function compareLeaf({ before, after, way }: Pair, { added, modified, removed }: Comparison): true {
  if (before === undefined) added.insert(pathOf(way))
  else if (after === undefined) removed.insert(pathOf(way))
  else if (!deepEqual(before, after)) modified.insert(pathOf(way))
  return true
}

/** An empty map is a leaf if the other side is empty too, so that null, empty and absent are distinguished. */
function compareMaps(map: MapType, pair: Pair, into: Comparison): boolean {
  const before = isObject(pair.before) ? pair.before : undefined
  const after = isObject(pair.after) ? pair.after : undefined
  if (map.isAtomic || (sizeOf(before) === 0 && sizeOf(after) === 0)) return compareLeaf(pair, into)
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const type = map.member(name)
    if (!type) continue
    const way = { parent: pair.way, element: fieldElement(name) }
    compare({ before: at(before, name), after: at(after, name), type, way }, into)
  }
  return false
}

const sizeOf = (object: JsonObject | undefined): number => (object ? Object.keys(object).length : 0)

const at = (object: JsonObject | undefined, name: string): unknown => object && memberOf(object, name)

function compareLists(list: ListType, pair: Pair, into: Comparison): boolean {
  const before: readonly unknown[] = Array.isArray(pair.before) ? pair.before : []
  const after: readonly unknown[] = Array.isArray(pair.after) ? pair.after : []
  if (list.isAtomic || (before.length === 0 && after.length === 0)) return compareLeaf(pair, into)
  const old = groupItems(list, before)
  const now = groupItems(list, after)
  for (const element of new Set([...old.keys(), ...now.keys()])) {
    const way = { parent: pair.way, element }
    compareItems({ old: old.get(element) ?? [], now: now.get(element) ?? [], type: list.items, way }, into)
  }
  return false
}

interface Items {
  readonly old: readonly unknown[]
  readonly now: readonly unknown[]
  readonly type: ValueType
  readonly way: Way | undefined
}

/** Duplicate items are compared as a whole. */
function compareItems({ old, now, type, way }: Items, into: Comparison): void {
  if (old.length > 1 && now.length > 1) {
    if (!deepEqual(old, now)) into.modified.insert(pathOf(way))
  } else if (old.length > 1) {
    if (now.length > 0) compare({ before: undefined, after: now[0], type, way }, into)
    into.removed.insert(pathOf(way))
  } else if (now.length > 1) {
    if (old.length > 0) compare({ before: old[0], after: undefined, type, way }, into)
    into.added.insert(pathOf(way))
  } else compare({ before: old[0], after: now[0], type, way }, into)
}
