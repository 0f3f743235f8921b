import type { Status, StatusError } from '@kube-informer/core'
import { encodeJson } from './encoding/encode.ts'
import { errorMediaType, type MediaType } from './request/negotiate.ts'

/** A JSON response, possibly labelled as YAML. The body is a stream or complete bytes. */
export const jsonResponse = (
  body: BodyInit,
  status = 200,
  mediaType: MediaType = 'application/json',
): Response =>
  new Response(body, {
    status,
    headers: { 'Content-Type': mediaType, 'Cache-Control': 'no-cache, private' },
  })

/** A value as a JSON response. */
export const valueResponse = (value: unknown, status = 200, mediaType?: MediaType): Response =>
  jsonResponse(encodeJson(value), status, mediaType)

/** A text/plain response. */
export const textResponse = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

/** An error response in the requested media type. A retry delay is in both the body and the header. */
export function statusResponse(
  { status, code, retryAfterSeconds }: StatusError,
  request?: Request,
): Response {
  const mediaType = errorMediaType(request?.headers.get('Accept') ?? null)
  // A HEAD response has no body.
  const response =
    request?.method === 'HEAD'
      ? new Response(null, jsonResponse('', code, mediaType))
      : valueResponse(status, code, mediaType)
  if (retryAfterSeconds) response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}

/** The Status for a delete of a kind that does not return the deleted object. */
export const deletedStatus = (details: Status['details']): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  ...(details ? { details } : {}),
})
