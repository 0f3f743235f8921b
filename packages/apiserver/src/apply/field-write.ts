import { isObject, type JsonObject, memberOf, withMember } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import type { ManagerName } from './managed-fields.ts'

/** An object in one version of its API, and the schema of that version. */
export interface Versioned {
  readonly object: JsonObject
  readonly schema: Schema | undefined
}

/** What a write contributes to field ownership. */
export interface FieldWrite {
  /** The schema of the kind in this version; undefined if unknown: lists are then owned as a whole. */
  readonly schema: Schema | undefined
  /** The API version of the request: `apps/v1`. */
  readonly apiVersion: string
  readonly kind: string
  readonly isBuiltIn: boolean
  /** The `fieldManager` of the request. */
  readonly manager: string
  /** `status`, `scale`, ...; undefined for the resource itself. */
  readonly subresource?: string | undefined
  /** In ms. */
  readonly now: number
  /** The fields that this write cannot change, from `resetFieldsOf`. */
  readonly resetFields?: readonly string[] | undefined
  /**
   * Converts the object to another version, for managers who wrote in that version. Undefined if the version is not
   * served; the manager's entry is then dropped. By default all versions of a group have the same form.
   */
  readonly toVersion?: ((object: JsonObject, apiVersion: string) => Versioned | undefined) | undefined
}

/** The entry of the manager who writes. */
export const managerOf = (write: FieldWrite, operation: 'Apply' | 'Update'): ManagerName => ({
  manager: write.manager || 'unknown',
  operation,
  apiVersion: write.apiVersion,
  subresource: write.subresource ?? '',
})

const groupOf = (apiVersion: string): string => apiVersion.split('/').slice(0, -1).join('/')

/** The object of a write in another version. */
export function inVersion(write: FieldWrite, object: JsonObject, apiVersion: string): Versioned | undefined {
  if (write.toVersion) return write.toVersion(object, apiVersion)
  if (groupOf(apiVersion) !== groupOf(write.apiVersion)) return undefined
  return { object: withMember(object, 'apiVersion', apiVersion), schema: write.schema }
}

/** The metadata of an object; empty if it has none. */
export function metadataOf(object: JsonObject | undefined): JsonObject {
  const metadata = object && memberOf(object, 'metadata')
  return isObject(metadata) ? metadata : {}
}

/** The object with the given `metadata.managedFields`, or without any. */
export function withManagedFields(object: JsonObject, managedFields: unknown): JsonObject {
  const metadata = metadataOf(object)
  if (managedFields === undefined && !Object.hasOwn(metadata, 'managedFields')) return object
  return withMember(object, 'metadata', withMember(metadata, 'managedFields', managedFields))
}
