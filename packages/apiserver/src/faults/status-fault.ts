import { textResponse } from '../http/respond.ts'
import { failureOf } from '../status/status-errors.ts'
import type { FaultAction } from './fault-action.ts'

/** The text of a real server's API Priority and Fairness. */
const TOO_MANY = 'Too many requests, please try again later.\n'

/** The error response of a `status` fault: a thrown StatusError, or plain text. */
export function statusFaultResponse(fault: Extract<FaultAction, { readonly type: 'status' }>): Response {
  const { code, retryAfterSeconds, text } = fault
  const error = failureOf(code, retryAfterSeconds)
  if (!text) throw error
  const plain = code === 429 ? TOO_MANY : `${error.message}\n`
  const response = textResponse(typeof text === 'string' ? text : plain, code)
  if (retryAfterSeconds !== undefined) response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}
