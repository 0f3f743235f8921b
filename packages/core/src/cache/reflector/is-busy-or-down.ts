import { ConnectionError, isTooManyRequests, type StatusError } from '../../api/errors.ts'

/** Whether the server is busy or unreachable, so that the same watch is retried later. */
export const isBusyOrDown = (error: unknown): error is ConnectionError | StatusError =>
  error instanceof ConnectionError || isTooManyRequests(error)
