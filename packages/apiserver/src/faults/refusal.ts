import { textResponse } from '../http/respond.ts'
import { failureOf } from '../status/status-errors.ts'
import type { FaultAction } from './fault-action.ts'

/** What a real server's priority and fairness says. */
const TOO_MANY = 'Too many requests, please try again later.\n'

/** The refusal that a fault wants: a thrown Status, or plain text, as from what stands before the API. */
export function refusedBy(fault: Extract<FaultAction, { readonly type: 'status' }>): Response {
  const { code, retryAfterSeconds, text } = fault
  const error = failureOf(code, retryAfterSeconds)
  if (!text) throw error
  const plain = code === 429 ? TOO_MANY : `${error.message}\n`
  const response = textResponse(typeof text === 'string' ? text : plain, code)
  if (retryAfterSeconds !== undefined) response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}
