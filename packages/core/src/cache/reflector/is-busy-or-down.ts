import {
  ConnectionError,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnexpectedServerError,
  isUnservedPath,
  StatusError,
} from '../../api/errors.ts'

/**
 * Whether the server is busy or unreachable, so that the same watch is retried later: its resourceVersion is as good as
 * before. client-go lists after the codes of a proxy, as it expects to reach the server directly; a page never does.
 */
export const isBusyOrDown = (error: unknown): error is ConnectionError | StatusError =>
  error instanceof ConnectionError || isTooManyRequests(error) || isDown(error) || isBlocked(error)

/**
 * Whether the code is 502, 503 or 504: that of a proxy that cannot reach the server, or of a server that starts or stops. A
 * server that has not reached a resourceVersion also says so with 504, and waiting may not help then.
 */
const isDown = (error: unknown): boolean =>
  error instanceof StatusError && error.code > 501 && error.code < 505 && !isTooLargeResourceVersion(error)

/** What a gateway answers without asking the server, such as the page of a firewall. */
const BLOCKED: readonly number[] = [401, 403, 404, 409, 410]

/** Whether a gateway refuses the request, which says nothing about rights and objects. */
const isBlocked = (error: unknown): boolean =>
  error instanceof StatusError &&
  BLOCKED.includes(error.code) &&
  isUnexpectedServerError(error) &&
  !isUnservedPath(error)
