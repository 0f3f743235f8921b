import { errorMessage } from '../api/error-message.ts'
import { proxiedHeaders } from './proxied-answer.ts'

/** A failure as a Kubernetes Status, whose message a client shows. */
export function failure(code: number, message: string): Response {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code }
  return Response.json(status, { status: code, headers: proxiedHeaders([]) })
}

/** The answer for a cluster that does not answer. It has the cause, because an error of `fetch` alone is "fetch failed". */
export function badGateway(error: unknown): Response {
  const cause = error instanceof Error ? error.cause : undefined
  const text = errorMessage(error)
  return failure(502, cause === undefined ? text : `${text}: ${errorMessage(cause)}`)
}
