import { apiVersionOf, type StatusError } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import { type AnyObject, textOf } from '../object/any-object.ts'
import { invalidValue } from '../status/field-errors.ts'
import { invalid } from '../status/status-errors.ts'

/** The Status error for a custom object of another kind; undefined if the kind matches. */
export function customKindError({ resource }: Kind, { kind, metadata }: AnyObject): StatusError | undefined {
  if (textOf(kind) === resource.kind) return undefined
  const errors = [invalidValue('kind', kind, `must be ${resource.kind}`)]
  return invalid({ kind: textOf(kind), group: resource.group }, metadata?.name ?? '', errors)
}

/** The Status error for a patch that changes the apiVersion of a custom object; undefined if it does not. */
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
