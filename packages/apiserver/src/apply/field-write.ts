import { isObject, type JsonObject, memberOf, withMember } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import type { ManagerName } from './managed-fields.ts'

/** An object in one version of its API, and the schema of that version. */
export interface Versioned {
  readonly object: JsonObject
  readonly schema: Schema | undefined
}

/** What every write says of itself, as far as the ownership of fields goes. */
export interface FieldWrite {
  /** Of the kind in this version; undefined where nothing is known: then lists are owned as a whole. */
  readonly schema: Schema | undefined
  /** The version that the request came in: `apps/v1`. */
  readonly apiVersion: string
  readonly kind: string
  readonly isBuiltIn: boolean
  /** Who writes: the `fieldManager` of the request. */
  readonly manager: string
  /** `status`, `scale`, ...; undefined for the resource itself. */
  readonly subresource?: string | undefined
  /** Milliseconds. */
  readonly now: number
  /** The fields that this write cannot change, as `resetFieldsOf` has them. */
  readonly resetFields?: readonly string[] | undefined
  /**
   * The object in another version, for managers who wrote in that one; undefined where that version is not served, so
   * that their entry is dropped. By default all versions of a group look the same.
   */
  readonly toVersion?: ((object: JsonObject, apiVersion: string) => Versioned | undefined) | undefined
}

/** The entry that a write belongs to. */
export const managerOf = (write: FieldWrite, operation: 'Apply' | 'Update'): ManagerName => ({
  manager: write.manager || 'unknown',
  operation,
  apiVersion: write.apiVersion,
  subresource: write.subresource ?? '',
})

const groupOf = (apiVersion: string): string => apiVersion.split('/').slice(0, -1).join('/')

/** An object of a write in another version. */
export function inVersion(write: FieldWrite, object: JsonObject, apiVersion: string): Versioned | undefined {
  if (write.toVersion) return write.toVersion(object, apiVersion)
  if (groupOf(apiVersion) !== groupOf(write.apiVersion)) return undefined
  return { object: withMember(object, 'apiVersion', apiVersion), schema: write.schema }
}

/** The metadata of an object; empty where it has none. */
export function metadataOf(object: JsonObject | undefined): JsonObject {
  const metadata = object && memberOf(object, 'metadata')
  return isObject(metadata) ? metadata : {}
}

/** An object with this `metadata.managedFields`, or without any. */
export function withManagedFields(object: JsonObject, managedFields: unknown): JsonObject {
  const metadata = metadataOf(object)
  if (managedFields === undefined && !Object.hasOwn(metadata, 'managedFields')) return object
  return withMember(object, 'metadata', withMember(metadata, 'managedFields', managedFields))
}
