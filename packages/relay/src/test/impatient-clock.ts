import { type Clock, systemClock } from '@kube-informer/core'

const FACTOR = 50

/** Delays are shorter, so that tests with real servers need not wait for retries. */
export const impatientClock: Clock = {
  ...systemClock,
  setTimeout: (callback, delayMs) => systemClock.setTimeout(callback, delayMs / FACTOR),
}
