import type { Status, StatusError } from '@kube-informer/core'
import { encodeJson } from '../storage/encode.ts'

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache, private' }

/** A body of JSON; a stream, or bytes that are there already. */
export const jsonResponse = (body: BodyInit, status = 200): Response =>
  new Response(body, { status, headers: JSON_HEADERS })

/** A value as JSON. */
export const valueResponse = (value: unknown, status = 200): Response =>
  jsonResponse(encodeJson(value) as Uint8Array<ArrayBuffer>, status)

export const textResponse = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

/** A refusal; what the client is to wait is in the body and in the header. */
export function statusResponse(error: StatusError, method?: string): Response {
  // A HEAD has no body, whatever is to be said.
  const response =
    method === 'HEAD'
      ? new Response(null, { status: error.code, headers: JSON_HEADERS })
      : valueResponse(error.status, error.code)
  if (error.retryAfterSeconds) response.headers.set('Retry-After', String(error.retryAfterSeconds))
  return response
}

/** The answer to a delete of a kind that does not return its object. */
export const deletedStatus = (details: Status['details']): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  ...(details ? { details } : {}),
})
