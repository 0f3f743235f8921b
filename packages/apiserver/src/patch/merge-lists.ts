import { goValue } from '../json/go-print.ts'
import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { failure, internalError } from '../status/status-errors.ts'
import { identityOfItem, ordered, requiredKey } from './element-order.ts'
import { badDirective, noMergeKey } from './strategic-errors.ts'

/** A merged list, and the part of the stored order that still applies. */
export interface MergedList {
  readonly items: readonly unknown[]
  readonly serverOrder: readonly unknown[]
}

/** Merges a patch into an object of a type. */
export type MergeObjects = (original: JsonObject, patch: JsonObject, schema: Schema) => JsonObject

interface ListMerge {
  /** The type of the items. */
  readonly schema: Schema
  readonly mergeKey: string
  /** Merges two items. Injected, since items may contain lists. */
  readonly mergeObjects: MergeObjects
}

/** Merges the items of a patch into a stored list and orders them. */
export function mergeLists(
  original: readonly unknown[],
  patch: readonly unknown[],
  merge: ListMerge,
): MergedList {
  if (original.length === 0 && patch.length === 0) return { items: original, serverOrder: original }
  if (!ofObjects(original, patch)) {
    const items = [...new Set([...original, ...patch])]
    return inOrder({ items, serverOrder: original }, patch, original, merge)
  }
  if (!merge.mergeKey)
    throw internalError(
      `cannot merge lists without merge key for ${merge.schema.type === 'object' ? 'struct' : 'map'}`,
    )
  const { kept, additions, deleted } = withDirectives(original, patch, merge.mergeKey)
  const { items, appended } = mergeItems(kept, additions, merge)
  const serverOrder = [...kept, ...appended.slice(0, deleted)]
  return inOrder({ items, serverOrder }, additions, kept, merge)
}

const inOrder = (
  merged: MergedList,
  patch: readonly unknown[],
  server: readonly unknown[],
  { mergeKey }: ListMerge,
): MergedList => ({ ...merged, items: ordered(merged.items, { mergeKey, patch, server }) })

/** Whether the items are objects. All items must have the same type, which must not be a list. */
export function ofObjects(...lists: readonly (readonly unknown[])[]): boolean {
  const items = lists.flat()
  if (items.length === 0) throw internalError('no elements in any of the given slices')
  if (Array.isArray(lists.find(list => list.length > 0)?.[0])) throw listOfLists()
  const types = new Set(items.map(item => (Array.isArray(item) ? 'array' : typeof item)))
  if (types.size > 1) throw internalError(`list element types are not identical: ${goValue(lists)}`)
  return isObject(items[0])
}

const listOfLists = (): Error =>
  failure({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })

/** The items of a stored list that are not in the patch. */
export const withoutItems = (original: readonly unknown[], patch: readonly unknown[]): readonly unknown[] =>
  original.filter(item => !patch.includes(item))

interface Directed {
  readonly kept: readonly unknown[]
  readonly additions: readonly unknown[]
  /** The number of removed stored items. */
  readonly deleted: number
}

/** Applies `$patch: delete` and `$patch: replace` among the items of a patch. */
function withDirectives(original: readonly unknown[], patch: readonly unknown[], mergeKey: string): Directed {
  const directives = patch.filter(isObject).filter(item => Object.hasOwn(item, '$patch'))
  const additions = patch.filter(item => !(isObject(item) && Object.hasOwn(item, '$patch')))
  const kept = directives.reduce((items, item) => deleteItems(items, item, mergeKey), original)
  if (directives.some(item => memberOf(item, '$patch') === 'replace'))
    return { kept: additions, additions: [], deleted: 0 }
  return { kept, additions, deleted: original.length - kept.length }
}

function deleteItems(items: readonly unknown[], directive: JsonObject, mergeKey: string): readonly unknown[] {
  switch (memberOf(directive, '$patch')) {
    case 'delete': {
      if (!Object.hasOwn(directive, mergeKey)) throw noMergeKey(directive, mergeKey)
      const key = memberOf(directive, mergeKey)
      return items.filter(item => identityOfItem(item, mergeKey) !== key)
    }
    case 'replace':
      return items
    case 'merge':
      throw internalError('merging lists cannot yet be specified in the patch')
    default:
      throw badDirective(memberOf(directive, '$patch'), directive)
  }
}

function mergeItems(
  kept: readonly unknown[],
  additions: readonly unknown[],
  { schema, mergeKey, mergeObjects }: ListMerge,
) {
  const items = [...kept]
  const appended: unknown[] = []
  for (const addition of additions.filter(isObject)) {
    const key = requiredKey(addition, mergeKey)
    const index = items.findIndex(item => identityOfItem(item, mergeKey) === key)
    const found = items[index]
    if (isObject(found)) items[index] = mergeObjects(found, addition, schema)
    else {
      items.push(addition)
      appended.push(addition)
    }
  }
  return { items, appended }
}
