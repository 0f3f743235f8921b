import { type Clock, systemClock } from '@kube-informer/core'

/** Retries and flushes wait at most this long; whatever has more time is a timeout. */
const LONGEST_RETRY_MS = 2000
const FACTOR = 50

/** Retries and flushes wait less. Timeouts are as long as always, so that a busy machine causes none. */
export const hastyClock: Clock = {
  ...systemClock,
  setTimeout: (callback, delayMs) =>
    systemClock.setTimeout(callback, delayMs > LONGEST_RETRY_MS ? delayMs : delayMs / FACTOR),
}
