import { isObject } from '../json/json-value.ts'
import { FieldSet } from './field-set.ts'
import { groupItems } from './list-items.ts'
import { type FieldPath, fieldElement } from './path-element.ts'
import { type ListType, type MapType, shapeOf, type ValueType } from './value-type.ts'

/** All fields that an object sets: leaves, list items and empty values. */
export function fieldSetOf(value: unknown, type: ValueType): FieldSet {
  const set = new FieldSet()
  extract(value, type, [], set)
  return set
}

function extract(value: unknown, type: ValueType, path: FieldPath, set: FieldSet): void {
  const shape = shapeOf(type, value)
  if (shape.kind === 'scalar') set.insert(path)
  else if (shape.kind === 'map') extractMap(value, shape.map, path, set)
  else extractList(value, shape.list, path, set)
}

function extractMap(value: unknown, map: MapType, path: FieldPath, set: FieldSet): void {
  if (map.isAtomic) set.insert(path)
  if (map.isAtomic || !isObject(value)) return
  for (const [name, item] of Object.entries(value)) {
    const below = [...path, fieldElement(name)]
    const type = map.member(name)
    if (type) extract(item, type, below, set)
    if (isEmpty(item) || !map.isNamed(name)) set.insert(below)
  }
}

/** Null or an object without members: the value itself is owned, since nothing is below it. */
const isEmpty = (value: unknown): boolean =>
  value === null || (isObject(value) && Object.keys(value).length === 0)

/** Duplicate items are owned together, without the fields in them. */
function extractList(value: unknown, list: ListType, path: FieldPath, set: FieldSet): void {
  if (list.isAtomic) set.insert(path)
  if (list.isAtomic || !Array.isArray(value)) return
  for (const [element, [item, ...duplicates]] of groupItems(list, value)) {
    const below = [...path, element]
    if (duplicates.length === 0) extract(item, list.items, below, set)
    set.insert(below)
  }
}
