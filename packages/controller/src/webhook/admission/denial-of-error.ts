import { statusErrorOf, UsageError } from '@kube-informer/core'
import { type AdmissionResponse, denied } from './admission-response.ts'
import { textOf } from './text-of.ts'

const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError, UsageError]

/** What `fetch` of Node and Deno rejects with, whose TypeErrors need not have a cause. */
const NETWORK_ERROR = /^(?:fetch failed|terminated|error (?:sending|reading) .*)$/

const hasTypeOfBug = (error: unknown): boolean =>
  !(error instanceof Error) || BUGS.some(type => error instanceof type)

/** Whether a thrown value is a bug of the handler, and not its way to deny a request. */
export const isBug = (error: unknown): boolean =>
  hasTypeOfBug(error) && !statusErrorOf(error) && !isNetworkError(error)

/**
 * Whether a thrown value is how `fetch` reports that a host cannot be reached: a TypeError with the message that a runtime uses,
 * or with a cause that is no bug itself.
 */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError && (NETWORK_ERROR.test(error.message) || !hasTypeOfBug(error.cause))

/**
 * The denial that an error means: the Status of a StatusError, or of one in the chain of causes, code 500 for a network error,
 * otherwise 403 Forbidden with the message (controller-runtime `validatorForType.Handle`).
 */
export function denialOfError(error: unknown): AdmissionResponse {
  const status = statusErrorOf(error)?.status
  if (status) return { allowed: false, status }
  const denial = denied(textOf(error))
  if (!isNetworkError(error)) return denial
  return { allowed: false, status: { ...denial.status, code: 500, reason: 'InternalError' } }
}
