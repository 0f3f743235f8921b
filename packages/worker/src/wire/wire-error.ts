import {
  ConnectionError,
  InformerError,
  ProtocolError,
  type Status,
  StatusError,
  UsageError,
} from '@kube-informer/core'

/** An error as plain data. */
export interface WireError {
  readonly message: string
  /** The Status that the server responded with. */
  readonly status?: Status
  /** The code of any other InformerError, e.g. `ConnectionError`. */
  readonly code?: string
}

/** Converts an error to plain data, from which {@link fromWireError} creates an error of the same class. */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { message: String(error) }
  if (error instanceof StatusError) return { message: error.message, status: error.status }
  return { message: error.message, ...(error instanceof InformerError && { code: String(error.code) }) }
}

/** Creates the error that {@link toWireError} converted. Core's predicates such as `isForbidden` accept it. */
export function fromWireError({ message, status, code }: WireError): Error {
  if (status) {
    // The text before the server's own message names the request.
    const suffix = `: ${new StatusError(status).message}`
    return new StatusError(status, message.endsWith(suffix) ? message.slice(0, -suffix.length) : undefined)
  }
  if (code === undefined) return new Error(message)
  const ErrorClass =
    code === 'UsageError' ? UsageError : code === 'ConnectionError' ? ConnectionError : ProtocolError
  return new ErrorClass(message)
}

/** Whether two errors are equal for a user: message, class, the server's code and reason, and whether they are the server's. */
export function sameError(a: Error | undefined, b: Error | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.message !== b.message || a.name !== b.name) return false
  if (!(a instanceof StatusError && b instanceof StatusError)) return true
  return a.code === b.code && a.reason === b.reason && causesOf(a) === causesOf(b)
}

const causesOf = ({ status }: StatusError): string => `${status.details?.causes?.map(({ reason }) => reason)}`
