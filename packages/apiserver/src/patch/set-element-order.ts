import { deepEqual } from '../json/deep-equal.ts'
import { goValue } from '../json/go-print.ts'
import { isObject, memberOf } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { internalError } from '../status/status-errors.ts'
import { ELEMENT_ORDER, fieldOf, type Members } from './directives.ts'
import { ordered, requiredKey } from './element-order.ts'
import { type MergedList, type MergeObjects, mergeLists, ofObjects } from './merge-lists.ts'
import { listMeta, type MemberMeta } from './patch-meta.ts'
import { badElementOrder, badType } from './strategic-errors.ts'
import { withoutDirectives } from './strip-directives.ts'

/** The type of the object, and how items of its lists are merged. */
interface Merging {
  readonly schema: Schema
  readonly mergeObjects: MergeObjects
}

/**
 * Applies `$setElementOrder/<field>`: merges the field's list, if the patch has one, and orders the result. Applied
 * entries are removed from `changes`.
 */
export function applyElementOrders(members: Members, changes: Members, merging: Merging): void {
  for (const [key, order] of [...changes]) {
    if (!key.startsWith(ELEMENT_ORDER)) continue
    changes.delete(key)
    if (!Array.isArray(order)) throw badType('list', order)
    const field = fieldOf(key, ELEMENT_ORDER)
    if (field === undefined) throw badElementOrder()
    applyOrder(members, changes, { ...merging, field, order })
  }
}

interface ElementOrder extends Merging {
  readonly field: string
  readonly order: readonly unknown[]
}

function applyOrder(
  members: Members,
  changes: Members,
  { field, order, schema, mergeObjects }: ElementOrder,
): void {
  const original = listIn(members, field)
  const patch = listIn(changes, field)
  const listed = listMeta(schema, field)
  if (patch) checkOrder(patch, order, listed.mergeKey)
  const merged = merge(original, patch, { ...listed, mergeObjects })
  if (!merged) return
  ofObjects(original ?? [], patch ?? [])
  const orders = { mergeKey: listed.mergeKey, patch: order, server: merged.serverOrder }
  members.set(field, ordered(merged.items, orders))
  changes.delete(field)
}

function listIn(members: Members, field: string): readonly unknown[] | undefined {
  if (!members.has(field)) return undefined
  const value = members.get(field)
  if (!Array.isArray(value)) throw badType('list', value)
  return value
}

function merge(
  original: readonly unknown[] | undefined,
  patch: readonly unknown[] | undefined,
  meta: MemberMeta & Pick<Merging, 'mergeObjects'>,
): MergedList | undefined {
  if (!patch) return original && { items: original, serverOrder: original }
  if (!original) return { items: itemsOf(withoutDirectives(patch)), serverOrder: [] }
  return meta.strategy === 'merge'
    ? mergeLists(original, patch, meta)
    : { items: patch, serverOrder: original }
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The patch's items must be a subsequence of the requested order. */
function checkOrder(patch: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  if (patch.length === 0 || order.length === 0) return
  const items = mergeKey ? patch.filter(item => !isDeletion(item)) : patch
  let at = 0
  for (const asked of order) {
    while (at < items.length && hasDirective(items[at])) at++
    if (at < items.length && isSame(items[at], asked, mergeKey)) at++
  }
  if (at < items.length)
    throw internalError(
      `The order in patch list:\n${goValue(patch)}\n doesn't match ${ELEMENT_ORDER} list:\n${goValue(order)}\n`,
    )
}

function isDeletion(item: unknown): boolean {
  if (!isObject(item)) throw badType('map', item)
  return memberOf(item, '$patch') === 'delete'
}

const hasDirective = (item: unknown): boolean => isObject(item) && Object.hasOwn(item, '$patch')

const isSame = (a: unknown, b: unknown, mergeKey: string): boolean =>
  mergeKey ? requiredKey(a, mergeKey) === requiredKey(b, mergeKey) : deepEqual(a, b)
