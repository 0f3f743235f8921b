import { ConnectionError, isTooManyRequests, type StatusError } from '../../api/errors.ts'

/** The server cannot take the watch now, though nothing is wrong with it: the same watch is tried again later. */
export const isBusyOrDown = (error: unknown): error is ConnectionError | StatusError =>
  error instanceof ConnectionError || isTooManyRequests(error)
