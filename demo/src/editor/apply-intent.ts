import type { KubernetesObject } from '@kube-informer/core'
import type { JSONSchema, KindSchema } from '@kube-informer/core/openapi'
import { schemaOf } from './schema-at.ts'

/** What an edit means for a server-side apply. */
export interface ApplyIntent {
  /** The fields to apply: those that were changed, those that this manager has applied before, and the identity. */
  readonly object: KubernetesObject
  /** The fields that were removed, and that this manager has not applied: an apply cannot remove them. */
  readonly notRemovable: readonly string[]
}

type Plain = Readonly<Record<string, unknown>>

/** `fieldsV1` of an entry of managedFields: `f:spec`, `k:{"name":"web"}`, `v:"a"`, and `.` for the item itself. */
export type FieldsV1 = { readonly [step: string]: FieldsV1 }

/**
 * Reduces an edited object to what its editor means, so that an apply does not make this manager an owner of every field.
 *
 * @param own the fields that this manager has applied before: an apply without them would remove them
 */
export function applyIntent(
  before: KubernetesObject,
  after: KubernetesObject,
  schema: KindSchema | undefined,
  own: FieldsV1 = {},
): ApplyIntent {
  const notRemovable: string[] = []
  const merge = { schema, notRemovable }
  const changed = changedIn(before as Plain, after as Plain, schema, own, '', merge) as Plain | undefined
  const { apiVersion, kind, metadata } = after
  const identity = { name: metadata?.name, ...(metadata?.namespace ? { namespace: metadata.namespace } : {}) }
  const object = {
    ...changed,
    apiVersion,
    kind,
    metadata: { ...(changed?.metadata as Plain | undefined), ...identity },
  }
  return { object: object as KubernetesObject, notRemovable }
}

interface Merge {
  readonly schema: KindSchema | undefined
  readonly notRemovable: string[]
}

/** The part of a value that is changed or owned; undefined if nothing is. */
function changedIn(
  before: unknown,
  after: unknown,
  schema: JSONSchema | undefined,
  own: FieldsV1 | undefined,
  path: string,
  merge: Merge,
): unknown {
  if (isPlain(before) && isPlain(after) && schema?.['x-kubernetes-map-type'] !== 'atomic')
    return changedMembers(before, after, schema, own, path, merge)
  if (Array.isArray(before) && Array.isArray(after)) {
    const keys = schema?.['x-kubernetes-list-map-keys']
    const type = schema?.['x-kubernetes-list-type']
    if (type === 'map' && keys) return changedItems(before, after, keys, schema, own, path, merge)
  }
  return own !== undefined || !equal(before, after) ? after : undefined
}

function changedMembers(
  before: Plain,
  after: Plain,
  schema: JSONSchema | undefined,
  own: FieldsV1 | undefined,
  path: string,
  merge: Merge,
): Plain | undefined {
  const changed: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(after)) {
    const below = schema && merge.schema && schemaOf(schema, name, merge.schema)
    const part = changedIn(before[name], value, below, own?.[`f:${name}`], `${path}.${name}`, merge)
    if (part !== undefined) changed[name] = part
  }
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name) && own?.[`f:${name}`] === undefined)
      merge.notRemovable.push(`${path}.${name}`)
  return Object.keys(changed).length > 0 ? { ...changed } : undefined
}

function changedItems(
  before: readonly unknown[],
  after: readonly unknown[],
  keys: readonly string[],
  schema: JSONSchema,
  own: FieldsV1 | undefined,
  path: string,
  merge: Merge,
): readonly unknown[] | undefined {
  const below = merge.schema && schemaOf(schema, 0, merge.schema)
  const keyOf = (item: unknown): Plain =>
    Object.fromEntries(
      keys.flatMap(key => (isPlain(item) && item[key] !== undefined ? [[key, item[key]]] : [])),
    )
  const textOf = (item: unknown): string => JSON.stringify(keyOf(item))
  const old = new Map(before.map(item => [textOf(item), item]))
  const kept = new Set(after.map(textOf))
  for (const [key] of old)
    if (!kept.has(key) && own?.[`k:${key}`] === undefined) merge.notRemovable.push(`${path}[${key}]`)
  const changed = after.flatMap(item => {
    const key = textOf(item)
    const part = changedIn(old.get(key), item, below, own?.[`k:${key}`], `${path}[${key}]`, merge)
    return part === undefined ? [] : [isPlain(part) ? { ...keyOf(item), ...part } : part]
  })
  return changed.length > 0 ? changed : undefined
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equal(item, b[index]))
  if (!isPlain(a) || !isPlain(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(name => Object.hasOwn(b, name) && equal(a[name], b[name]))
  )
}
