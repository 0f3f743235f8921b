import { UsageError } from '@kube-informer/core'
import { isJsonObject, isSameJson, type JsonObject, memberOf } from '../../api/json-value.ts'
import type { Operation } from '../webhook.ts'

/** The server rejects an object in which a webhook changed one of these, or stores it where its user does not look for it. */
const IDENTITY = ['name', 'namespace', 'uid', 'resourceVersion']

/** The server ignores changes of these. */
const SERVER_OWNED = [
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'selfLink',
]

/**
 * Throws a UsageError that names the field if a defaulter changed one that it must not: what identifies the object, and what the
 * server sets itself (registry/rest `BeforeCreate` and `BeforeUpdate`, `ValidateObjectMetaUpdate`).
 *
 * A name may be chosen for an object that asks the server to generate one.
 */
export function refuseServerFields(operation: Operation, before: JsonObject, after: JsonObject): void {
  for (const name of ['apiVersion', 'kind'])
    if (memberOf(before, name) !== memberOf(after, name)) throw refused(name)
  const [old, metadata] = [memberOf(before, 'metadata'), memberOf(after, 'metadata')]
  if (old === metadata) return
  if (!isJsonObject(metadata)) throw refused('metadata')
  const was = isJsonObject(old) ? old : {}
  for (const name of [...IDENTITY, ...SERVER_OWNED]) {
    if (name === 'name' && operation === 'CREATE' && !memberOf(was, 'name')) continue
    if (!isSameJson(memberOf(was, name), memberOf(metadata, name))) throw refused(`metadata.${name}`)
  }
}

const refused = (field: string): UsageError => new UsageError(`a defaulter cannot change ${field}`)
