import type { Clock } from './clock.ts'

/**
 * Throws from a timer, uncaught, what a callback of the user's threw: it is sure to be seen, and ends nothing that
 * others rely on.
 */
export function throwLater(clock: Clock, error: unknown): void {
  clock.setTimeout(() => {
    throw error
  }, 0)
}
