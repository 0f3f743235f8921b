import { apiVersionOf, type StatusError } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import { type AnyObject, textOf } from '../object/any-object.ts'
import { invalidValue } from '../status/field-errors.ts'
import { invalid } from '../status/status-errors.ts'

/** The refusal of a custom object that says it is of another kind; undefined where it is not. */
export function customKindError({ resource }: Kind, { kind, metadata }: AnyObject): StatusError | undefined {
  if (textOf(kind) === resource.kind) return undefined
  const errors = [invalidValue('kind', kind, `must be ${resource.kind}`)]
  return invalid({ kind: textOf(kind), group: resource.group }, metadata?.name ?? '', errors)
}

/** The refusal of a custom object that a patch moved to another version; undefined where none did. */
export function customVersionError(
  { resource }: Kind,
  { apiVersion, metadata }: AnyObject,
): StatusError | undefined {
  const expected = apiVersionOf(resource)
  if (textOf(apiVersion) === expected) return undefined
  const [, group = ''] = textOf(apiVersion).split('/').reverse()
  const errors = [invalidValue('apiVersion', apiVersion, `must be ${expected}`)]
  return invalid({ kind: resource.kind, group }, metadata?.name ?? '', errors)
}
