import { UsageError } from '../api/errors.ts'

/** Throws a UsageError if a delay is not a number: neither "now" nor "never" would be what the caller meant. */
export function checkDelay(delayMs: number): void {
  if (Number.isNaN(delayMs)) throw new UsageError('the delay of an item is not a number')
}
