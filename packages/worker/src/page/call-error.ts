import { ConnectionError, ProtocolError, StatusError, UsageError } from '@kube-informer/core'
import type { CallFailure } from '../wire/protocol.ts'

/** The error that the host caught, made again. */
export function callErrorOf({ message, status, code }: CallFailure): Error {
  if (!status) {
    const Kind =
      code === 'UsageError' ? UsageError : code === 'ConnectionError' ? ConnectionError : ProtocolError
    return new Kind(message)
  }
  // What stands before the server's own text says which request it was.
  const tail = `: ${status.message ?? ''}`
  return new StatusError(status, message.endsWith(tail) ? message.slice(0, -tail.length) : undefined)
}
