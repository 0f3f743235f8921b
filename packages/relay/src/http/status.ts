import { failure } from '@kube-informer/cacher'
import { groupResource, isAbort, StatusError } from '@kube-informer/core'
import type { AccessAttributes, AccessDecision } from '../api/access-attributes.ts'
import type { Identity } from '../api/identity.ts'

/** A 401, as an apiserver sends it. */
export const unauthorized = (): StatusError =>
  failure({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })

/** A 403 with a message of the relay itself. */
export const forbidden = (message: string): StatusError =>
  failure({ code: 403, reason: 'Forbidden', message, details: {} })

/** A 429: the relay has no room for the request. */
export const tooManyRequests = (message: string, retryAfterSeconds = 1): StatusError =>
  failure({ code: 429, reason: 'TooManyRequests', message, details: { retryAfterSeconds } })

/** A 503: what the relay needs to answer does not respond. */
export const unavailable = (message: string): StatusError =>
  failure({ code: 503, reason: 'ServiceUnavailable', message, details: { retryAfterSeconds: 1 } })

/** A 504: the request took too long. */
export const timedOut = (): StatusError =>
  failure({ code: 504, reason: 'Timeout', message: 'the request did not finish in time', details: {} })

/** The 403 of an apiserver: names the user, the verb and the resource. */
export function forbiddenAccess(
  { username }: Identity,
  { verb, path, group, resource: plural, namespace, name }: AccessAttributes,
  { reason }: AccessDecision,
): StatusError {
  const subject = `User ${JSON.stringify(username)} cannot ${verb}`
  const why = reason ? `: ${reason}` : ''
  if (path !== undefined) return forbidden(`forbidden: ${subject} path ${JSON.stringify(path)}${why}`)
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const named = name === '' ? '' : ` ${JSON.stringify(name)}`
  const what = groupResource({ group, plural, version: '', kind: '', namespaced: true })
  return failure({
    code: 403,
    reason: 'Forbidden',
    message: `${what}${named} is forbidden: ${subject} resource ${JSON.stringify(plural)} in API group ${JSON.stringify(group)} ${where}${why}`,
    details: { ...(name ? { name } : {}), ...(group ? { group } : {}), kind: plural },
  })
}

/** The Status of an error. An unknown error becomes a 500 without its message, which may contain a credential. */
export function toStatusError(error: unknown): StatusError {
  if (error instanceof StatusError) return error
  if (isAbort(error)) return failure({ code: 499, reason: 'Timeout', message: 'the request was aborted' })
  return failure({ code: 500, reason: 'InternalError', message: 'internal error of the relay' })
}
