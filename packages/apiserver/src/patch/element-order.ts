import { isObject, memberOf } from '../json/json-value.ts'
import { badType, noMergeKey } from './strategic-errors.ts'

/** The identity of a list item: the value of its merge key, or the item itself. */
export function identityOfItem(item: unknown, mergeKey: string): unknown {
  if (!mergeKey) return item
  return isObject(item) ? memberOf(item, mergeKey) : undefined
}

/** The identity of an item that must be an object with the merge key. */
export function requiredKey(item: unknown, mergeKey: string): unknown {
  if (!isObject(item)) throw badType('map', item)
  if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
  return memberOf(item, mergeKey)
}

/** The inputs for ordering a merged list. */
export interface Orders {
  readonly mergeKey: string
  /** The requested order; its items belong to the patch. */
  readonly patch: readonly unknown[]
  /** The order of the stored list. */
  readonly server: readonly unknown[]
}

/**
 * Orders a merged list: the patch's items in the patch's order, the others in the stored order, both interleaved by the
 * stored order. Where that order does not decide, the patch's item precedes.
 */
export function ordered(merged: readonly unknown[], { mergeKey, patch, server }: Orders): readonly unknown[] {
  const asked = new Set(patch.map(item => identityOfItem(item, mergeKey)))
  const identity = (item: unknown) => (mergeKey ? requiredKey(item, mergeKey) : item)
  const [mine, theirs] = [
    merged.filter(item => asked.has(identity(item))),
    merged.filter(item => !asked.has(identity(item))),
  ]
  if (mergeKey) for (const item of [...patch, ...server]) requiredKey(item, mergeKey)
  const positions = positionsOf(server, mergeKey)
  const position = (item: unknown) => positions.get(identityOfItem(item, mergeKey))
  return interleaved(
    sortedBy(theirs, positions, mergeKey),
    sortedBy(mine, positionsOf(patch, mergeKey), mergeKey),
    position,
  )
}

type Positions = ReadonlyMap<unknown, number>

/** The first index of each item. */
function positionsOf(order: readonly unknown[], mergeKey: string): Positions {
  const positions = new Map<unknown, number>()
  for (const [index, item] of order.entries()) {
    const identity = identityOfItem(item, mergeKey)
    if (!positions.has(identity)) positions.set(identity, index)
  }
  return positions
}

/** An insertion sort: an item without an index compares as less than any other, which is not a consistent order. */
function sortedBy(items: readonly unknown[], positions: Positions, mergeKey: string): unknown[] {
  const sorted: unknown[] = []
  for (const item of items) {
    const mine = positions.get(identityOfItem(item, mergeKey))
    let at = sorted.length
    while (at > 0 && isBefore(mine, positions.get(identityOfItem(sorted[at - 1], mergeKey)))) at--
    sorted.splice(at, 0, item)
  }
  return sorted
}

const isBefore = (a: number | undefined, b: number | undefined): boolean =>
  a === undefined || b === undefined || a < b

function interleaved(
  theirs: readonly unknown[],
  mine: readonly unknown[],
  position: (item: unknown) => number | undefined,
): readonly unknown[] {
  const result: unknown[] = []
  let next = 0
  for (const item of mine) {
    while (next < theirs.length && isStoredBefore(position(theirs[next]), position(item)))
      result.push(theirs[next++])
    result.push(item)
  }
  return [...result, ...theirs.slice(next)]
}

const isStoredBefore = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && a < b
