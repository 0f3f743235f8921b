import { failure } from '@kube-informer/cacher'
import { ConnectionError, isAbort, isUnexpectedServerError, StatusError } from '@kube-informer/core'

/**
 * The error of a reader whose request failed upstream. A 401 or 403 concerns the credentials of the relay, not those of the
 * reader, who would give up its own. What a gateway answers instead of the server says nothing about rights and objects, except
 * that it is busy or down.
 */
export function upstreamFailure(error: unknown): unknown {
  if (isAbort(error)) return error
  if (error instanceof StatusError) {
    const { code } = error
    if (code === 401 || code === 403)
      return unavailable('the relay may not read this resource at the upstream apiserver')
    if (!isUnexpectedServerError(error) || code === 429 || code >= 500) return error
  }
  if (error instanceof ConnectionError) return unavailable('the upstream apiserver does not respond')
  return failure({
    code: 502,
    reason: 'InternalError',
    message: 'the upstream apiserver sent an invalid answer',
  })
}

const unavailable = (message: string) =>
  failure({ code: 503, reason: 'ServiceUnavailable', message, details: { retryAfterSeconds: 1 } })
