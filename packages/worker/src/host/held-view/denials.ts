import { type InformerStatus, StatusError, UsageError } from '@kube-informer/core'

/** Whether the user lacks the right: a 403, or a 401, which the client reports only if a new token does not help. */
export const isDenied = (error: unknown): error is StatusError =>
  error instanceof StatusError && (error.code === 401 || error.code === 403)

/** Status errors that may be temporary, whatever the request. */
const PASSING = [408, 409, 410, 429]

/** Whether the server rejects an informer's requests, so that a narrower scope may still be allowed. */
export function isRefused({ error }: InformerStatus): boolean {
  const code = error instanceof StatusError ? error.code : 0
  return code >= 400 && code < 500 && !PASSING.includes(code)
}

/** Whether a view has no rows because the user lacks the right to them, or because the page has reached a limit. */
export const isDeniedStatus = ({ data, error }: InformerStatus): boolean =>
  data === 'none' && (isDenied(error) || error instanceof UsageError)
