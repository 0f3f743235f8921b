import type { StatusError } from '@kube-informer/core'
import { badRequest, failure } from '../status/status-errors.ts'

/** 400: the body of a JSON, merge or strategic merge patch is no JSON. */
export const invalidJsonPatch = (): StatusError => badRequest('invalid JSON patch')

/** 422 without a word of what is wrong: how the server refuses patches that cannot be carried out. */
export const rejectedPatch = (): StatusError =>
  failure({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })

/** What a JSON value is called in messages of Go's decoder. */
export function jsonTypeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
