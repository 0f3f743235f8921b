import {
  ConnectionError,
  isTooLargeResourceVersion,
  isTooManyRequests,
  StatusError,
} from '../../api/errors.ts'

/** What a proxy or load balancer answers for a server that it cannot reach, and a server that is about to start or stop. */
const DOWN: readonly number[] = [502, 503, 504]

/**
 * Whether the server is busy or unreachable, so that the same watch is retried later: its resourceVersion is as good as
 * before. client-go lists after the codes of a proxy, as it expects to reach the server directly; a page never does.
 */
export const isBusyOrDown = (error: unknown): error is ConnectionError | StatusError =>
  error instanceof ConnectionError || isTooManyRequests(error) || isDown(error)

/** The server says with 504, too, that it has not reached a resourceVersion; waiting may not help then. */
const isDown = (error: unknown): boolean =>
  error instanceof StatusError && DOWN.includes(error.code) && !isTooLargeResourceVersion(error)
