import { isObject, objectOf } from '../json/json-value.ts'
import type { FieldSet } from './field-set.ts'
import { itemElement } from './list-items.ts'
import { fieldElement } from './path-element.ts'
import { type ListType, type MapType, shapeOf, type ValueType } from './value-type.ts'

/** A value without the paths of a set. Maps and lists that lose all members become null, as on the server. */
export function removeItems(value: unknown, paths: FieldSet, type: ValueType): unknown {
  const shape = shapeOf(type, value)
  switch (shape.kind) {
    case 'scalar':
      return value
    case 'map':
      return shape.map.isAtomic ? null : removeMembers(value, paths, shape.map)
    case 'list':
      return shape.list.isAtomic ? null : removeListItems(value, paths, shape.list)
  }
}

function removeMembers(value: unknown, paths: FieldSet, map: MapType): unknown {
  if (!isObject(value)) return null
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const element = fieldElement(name)
    if (paths.has([element])) return []
    const below = paths.below(element)
    return [[name, below.isEmpty ? member : removeItems(member, below, map.member(name) ?? {})] as const]
  })
  return kept.length === 0 ? null : objectOf(kept)
}

function removeListItems(value: unknown, paths: FieldSet, list: ListType): unknown {
  if (!Array.isArray(value)) return null
  const kept = value.flatMap((item: unknown) => {
    const element = itemElement(list, item)
    if (paths.has([element])) return []
    const below = paths.below(element)
    return [below.isEmpty ? item : removeItems(item, below, list.items)]
  })
  return kept.length === 0 ? null : kept
}
