import { type Status, StatusError, UsageError } from '@kube-informer/core'
import { type AdmissionResponse, denied } from './admission-response.ts'
import { textOf } from './text-of.ts'

const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError, UsageError]

/** A chain of causes that is longer is a cycle. */
const MAX_CAUSES = 100

/** Whether a thrown value is a bug of the handler, and not its way to deny a request. */
export const isBug = (error: unknown): boolean =>
  !(error instanceof Error) || (!statusIn(error) && BUGS.some(type => error instanceof type))

/**
 * The denial that an error means: the Status of a StatusError, or of one in the chain of causes, otherwise 403 Forbidden with
 * the message (controller-runtime `validatorForType.Handle`).
 */
export function denialOfError(error: unknown): AdmissionResponse {
  const status = statusIn(error)
  return status ? { allowed: false, status } : denied(textOf(error))
}

/** The Status of the first StatusError in a chain of causes (Go `errors.As`). */
function statusIn(error: unknown): Status | undefined {
  let each = error
  for (let depth = 0; depth < MAX_CAUSES && each instanceof Error; depth++) {
    if (each instanceof StatusError) return each.status
    each = each.cause
  }
  return undefined
}
