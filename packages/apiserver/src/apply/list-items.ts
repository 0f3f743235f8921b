import { isObject, memberOf } from '../json/json-value.ts'
import { keyElement, type PathElement, valueElement } from './path-element.ts'
import type { ListType } from './value-type.ts'

/** The reason why a list item has no identity. */
export class ItemError extends Error {
  override readonly name = 'ItemError'
}

/** The path element of an item in a list that is not atomic. */
export function itemElement(list: ListType, item: unknown): PathElement {
  return list.keys.length > 0 ? keyedElement(list, item) : setElement(item)
}

function keyedElement(list: ListType, item: unknown): PathElement {
  if (item === null) throw new ItemError('associative list with keys may not have a null element')
  if (!isObject(item)) throw new ItemError('associative list with keys may not have non-map elements')
  const keys = list.keys
    .map(key => [key, Object.hasOwn(item, key) ? memberOf(item, key) : list.keyDefault(key)] as const)
    .filter(([, value]) => value !== undefined)
  if (keys.length === 0) throw new ItemError(noKeys(list))
  return keyElement(Object.fromEntries(keys))
}

const noKeys = ({ keys }: ListType): string =>
  `associative list with keys has an element that omits all key fields [${keys.map(key => JSON.stringify(key)).join(' ')}] (and doesn't have default values for any key fields)`

function setElement(item: unknown): PathElement {
  if (item === null)
    throw new ItemError("associative list without keys has an element that's an explicit null")
  if (Array.isArray(item)) throw new ItemError('not supported: associative list with lists as elements')
  if (typeof item === 'object')
    throw new ItemError("associative list without keys has an element that's a map type")
  return valueElement(item)
}

/** The items of a list by path element, in order; duplicates share an element. */
export function groupItems(list: ListType, items: readonly unknown[]): ReadonlyMap<PathElement, unknown[]> {
  const groups = new Map<PathElement, unknown[]>()
  for (const item of items) {
    const element = itemElement(list, item)
    const group = groups.get(element)
    if (group) group.push(item)
    else groups.set(element, [item])
  }
  return groups
}
