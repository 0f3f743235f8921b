import type { StatusError } from '@kube-informer/core'
import { badRequest, failure } from '../status/status-errors.ts'

/** 400: the body of a JSON, merge or strategic merge patch is not JSON. */
export const invalidJsonPatch = (): StatusError => badRequest('invalid JSON patch')

/** 422 without details: the server's Status error for patches that cannot be applied. */
export const rejectedPatch = (): StatusError =>
  failure({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })

/** The name of a JSON value's type in messages of Go's decoder. */
export function jsonTypeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
