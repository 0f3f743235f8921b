import {
  groupResource,
  type ResourceDefinition,
  type Status,
  type StatusDetails,
  StatusError,
} from '@kube-informer/core'

/** What an error response says besides its code and reason. */
export interface Failure {
  readonly code: number
  readonly reason?: string
  readonly message: string
  readonly details?: StatusDetails
  /** A new continue token, in the response to an expired one. */
  readonly continue?: string
}

/** Creates an error with a `Status`: members in the server's order, empty ones omitted. */
export function failure({ code, reason, message, details, continue: token }: Failure): StatusError {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: token ? { continue: token } : {},
    status: 'Failure',
    message,
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
    code,
  }
  return new StatusError(status)
}

/** Details of an object; `kind` is the resource, as on Kubernetes servers. */
export const detailsOf = (resource: ResourceDefinition, name: string): StatusDetails => ({
  ...(name ? { name } : {}),
  ...(resource.group ? { group: resource.group } : {}),
  kind: resource.plural,
})

/** A text as quoted by Go: control characters as two hexadecimal digits. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/\\u00([01][0-9a-f])|\x7f/g, (_found, digits = '7f') => `\\x${digits}`)

/** 400: a request that cannot be understood. */
export const badRequest = (message: string): StatusError =>
  failure({ code: 400, reason: 'BadRequest', message })

/** 401: no valid credentials. */
export const unauthorized = (): StatusError =>
  failure({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })

/** 404: there is no such object. */
export const notFound = (resource: ResourceDefinition, name: string): StatusError =>
  failure({
    code: 404,
    reason: 'NotFound',
    message: `${groupResource(resource)} ${quoted(name)} not found`,
    details: detailsOf(resource, name),
  })

/** 405: the resource does not have the verb. */
export const methodNotAllowed = (): StatusError =>
  failure({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  })

/** 406: no representation is acceptable for the client. */
export const notAcceptable = (message: string, details?: StatusDetails): StatusError =>
  failure({ code: 406, reason: 'NotAcceptable', message, ...(details ? { details } : {}) })

/** 410: a revision that is no longer available. */
export const expired = (message: string, token?: string): StatusError =>
  failure({ code: 410, reason: 'Expired', message, ...(token ? { continue: token } : {}) })

/** 410: a list of a discarded state. */
export const listExpired = (): StatusError => expired('The resourceVersion for the provided list is too old.')

/** 410: a watch from a discarded revision; `oldest` is a revision that a watch can start from. */
export const tooOldResourceVersion = (requested: string, oldest: string): StatusError =>
  expired(`too old resource version: ${requested} (${oldest})`)

/** 410: an expired continue token; the response contains a token for an inconsistent list. */
export const continueExpired = (token: string): StatusError =>
  expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    token,
  )

/** 429: the cache has no state yet, or has lost it. */
export const notReady = (message: string, retryAfterSeconds: number): StatusError =>
  failure({ code: 429, reason: 'TooManyRequests', message, details: { retryAfterSeconds } })

/** 500: a plain server error. Its reason is empty for a request, and `InternalError` in a stream. */
export const internalError = (message: string, reason: '' | 'InternalError' = ''): StatusError =>
  failure({ code: 500, message, ...(reason ? { reason } : {}) })

/** 504: a revision that does not exist yet. A storage without a cache sends no retry delay. */
export const tooLargeResourceVersion = (
  requested: string,
  current: string | number,
  retryAfterSeconds?: number,
): StatusError =>
  failure({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  })
