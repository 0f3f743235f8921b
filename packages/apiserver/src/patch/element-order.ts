import { isObject, memberOf } from '../json/json-value.ts'
import { badType, noMergeKey } from './strategic-errors.ts'

/** What tells an item of a list from others: the value of its merge key, or the item itself. */
export function identityOfItem(item: unknown, mergeKey: string): unknown {
  if (!mergeKey) return item
  return isObject(item) ? memberOf(item, mergeKey) : undefined
}

/** The same for an item that has to be an object with that key. */
export function requiredKey(item: unknown, mergeKey: string): unknown {
  if (!isObject(item)) throw badType('map', item)
  if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
  return memberOf(item, mergeKey)
}

/** What decides about the order of a merged list. */
export interface Orders {
  readonly mergeKey: string
  /** The order that the patch asks for; items in it are the patch's. */
  readonly patch: readonly unknown[]
  /** The order of the stored list. */
  readonly server: readonly unknown[]
}

/**
 * Orders a merged list: items of the patch as the patch has them, the others as they were stored, and both put into each
 * other by the stored order as far as it goes. Where it tells nothing, the patch's item comes first.
 */
export function ordered(merged: readonly unknown[], { mergeKey, patch, server }: Orders): readonly unknown[] {
  const asked = new Set(patch.map(item => identityOfItem(item, mergeKey)))
  const identity = (item: unknown) => (mergeKey ? requiredKey(item, mergeKey) : item)
  const [mine, theirs] = [
    merged.filter(item => asked.has(identity(item))),
    merged.filter(item => !asked.has(identity(item))),
  ]
  if (mergeKey) for (const item of [...patch, ...server]) requiredKey(item, mergeKey)
  const places = placesOf(server, mergeKey)
  const place = (item: unknown) => places.get(identityOfItem(item, mergeKey))
  return interleaved(
    sortedBy(theirs, places, mergeKey),
    sortedBy(mine, placesOf(patch, mergeKey), mergeKey),
    place,
  )
}

type Places = ReadonlyMap<unknown, number>

/** The first place of each item. */
function placesOf(order: readonly unknown[], mergeKey: string): Places {
  const places = new Map<unknown, number>()
  for (const [index, item] of order.entries()) {
    const identity = identityOfItem(item, mergeKey)
    if (!places.has(identity)) places.set(identity, index)
  }
  return places
}

/** An insertion sort, since an item without a place counts as smaller than any, which no other sort takes kindly. */
function sortedBy(items: readonly unknown[], places: Places, mergeKey: string): unknown[] {
  const sorted: unknown[] = []
  for (const item of items) {
    const mine = places.get(identityOfItem(item, mergeKey))
    let at = sorted.length
    while (at > 0 && isBefore(mine, places.get(identityOfItem(sorted[at - 1], mergeKey)))) at--
    sorted.splice(at, 0, item)
  }
  return sorted
}

const isBefore = (a: number | undefined, b: number | undefined): boolean =>
  a === undefined || b === undefined || a < b

function interleaved(
  theirs: readonly unknown[],
  mine: readonly unknown[],
  place: (item: unknown) => number | undefined,
): readonly unknown[] {
  const result: unknown[] = []
  let next = 0
  for (const item of mine) {
    while (next < theirs.length && isStoredBefore(place(theirs[next]), place(item)))
      result.push(theirs[next++])
    result.push(item)
  }
  return [...result, ...theirs.slice(next)]
}

const isStoredBefore = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && a < b
