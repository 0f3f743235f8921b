import { deepEqual } from '../json/deep-equal.ts'
import { isObject, type JsonObject, memberOf, withMember } from '../json/json-value.ts'
import { metadataOf, withManagedFields } from './field-write.ts'

/**
 * Keeps the times of `metadata.managedFields` if nothing else differs from the live object, so that a write without
 * changes stores no new resourceVersion.
 */
export function keepTimesIfUnchanged(live: JsonObject, next: JsonObject): JsonObject {
  const stored = memberOf(metadataOf(live), 'managedFields')
  const fields = memberOf(metadataOf(next), 'managedFields')
  if (!Array.isArray(stored) || !Array.isArray(fields)) return next
  if (!deepEqual(stored.map(withoutTime), fields.map(withoutTime))) return next
  const kept = withManagedFields(next, stored)
  return deepEqual(kept, live) ? kept : next
}

const withoutTime = (entry: unknown): unknown =>
  isObject(entry) ? withMember(entry, 'time', undefined) : entry
