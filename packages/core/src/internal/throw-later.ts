import type { Clock } from '../api/clock.ts'

/**
 * Throws an error of a user's callback from a timer. The host reports it as uncaught, and the code that called back
 * goes on.
 */
export function throwLater(clock: Pick<Clock, 'setTimeout'>, error: unknown): void {
  clock.setTimeout(() => {
    throw error
  }, 0)
}
