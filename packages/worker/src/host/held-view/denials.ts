import {
  type InformerStatus,
  isUnexpectedServerError,
  isUnservedPath,
  StatusError,
  UsageError,
} from '@kube-informer/core'

/**
 * Whether the server says that the user lacks the right: by a 403, or a 401, which the client reports only if a new token does not
 * help. That of a gateway says nothing about rights.
 */
export const isDenied = (error: unknown): error is StatusError =>
  error instanceof StatusError &&
  (error.code === 401 || error.code === 403) &&
  !isUnexpectedServerError(error)

/** Whether a gateway refuses a request with 403, so that the server has not said whether the user has the right. */
export const isBlocked = (error: unknown): boolean =>
  error instanceof StatusError && error.code === 403 && isUnexpectedServerError(error)

/** Status errors that may be temporary, whatever the request. */
const PASSING = [408, 409, 410, 429]

/** Whether the server rejects an informer's requests, so that a narrower scope may still be allowed. */
export function isRefused({ error }: InformerStatus): boolean {
  if (isUnexpectedServerError(error) && !isUnservedPath(error)) return false
  const code = error instanceof StatusError ? error.code : 0
  return code >= 400 && code < 500 && !PASSING.includes(code)
}

/** Whether a view has no rows because the user lacks the right to them, or because the page has reached a limit. */
export const isDeniedStatus = ({ data, error }: InformerStatus): boolean =>
  data === 'none' && (isDenied(error) || error instanceof UsageError)
