import { UsageError } from '../../api/errors.ts'
import type { FieldPath } from '../../api/field-path.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import { parseValuePath, readValues, splitPath } from '../../api/value-path.ts'

/**
 * Computes the index values of an object (client-go `cache.IndexFunc`). It must depend on the object alone. An error
 * that it throws is a bug and propagates.
 */
export type IndexFunction<T> = (object: T, access: ObjectAccess<T>) => readonly string[]

/** Index functions by index name (client-go `cache.Indexers`). */
export type Indexers<T, TIndexName extends string = string> = Readonly<Record<TIndexName, IndexFunction<T>>>

/** The name of the index that every informer has (client-go `cache.NamespaceIndex`). */
export const NAMESPACE_INDEX = 'namespace'

/**
 * Index functions that read an object only through its access. They work on every form, and rows need no decoding for
 * them.
 */
const throughAccess = new WeakSet<object>()

/** Whether an index function reads through its access only, so that rows need no decoding for it. */
export const readsThroughAccess = <T>(index: IndexFunction<T>): boolean => throughAccess.has(index)

/** Marks a function that reads an object only through its access. */
export function markThroughAccess<T>(index: IndexFunction<T>): IndexFunction<T> {
  throughAccess.add(index)
  return index
}

/**
 * Indexes by the values at a path: a string, number or boolean is one value, an array is one value for each item,
 * anything else none. The path may lead through arrays, as in `metadata.ownerReferences[*].uid` and
 * `status.conditions[?(@.type=="Ready")].status`. Rows are not decoded for it, except for the array.
 *
 * @typeParam T - the objects, usually inferred from where the index is used
 * @throws {UsageError} if the path is malformed
 *
 * @example informer.addIndexers({ node: byPath('spec.nodeName') })
 */
export function byPath<T = unknown>(path: FieldPath<NoInfer<T>>): IndexFunction<T> {
  const { prefix, rest } = splitPath(parseValuePath(path))
  return markThroughAccess((object, access) => {
    const value = access.readPath(object, prefix)
    // Most indexes are by one text.
    if (typeof value === 'string' && rest.length === 0) return [value]
    return readValues(value, rest).flatMap(toValues)
  })
}

function toValues(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(toValues)
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return scalar ? [String(value)] : []
}

/** Indexes by namespace, "" for cluster-scoped objects (client-go `cache.MetaNamespaceIndexFunc`). */
export const metaNamespaceIndex: IndexFunction<unknown> = /* @__PURE__ */ markThroughAccess(
  (object, access) => [access.namespace(object)],
)

/**
 * Makes a key function from an index function that returns exactly one value (client-go
 * `cache.IndexFuncToKeyFuncAdapter`); the key function throws a UsageError if there are none or several.
 */
export function indexFunctionToKeyFunction<T>(
  indexFunction: IndexFunction<T>,
): (object: T, access: ObjectAccess<T>) => string {
  return (object, access) => {
    const [key, ...others] = indexFunction(object, access)
    if (key === undefined) throw new UsageError('unexpected empty indexKeys')
    if (others.length > 0) throw new UsageError(`too many keys: ${[key, ...others].join(', ')}`)
    return key
  }
}
