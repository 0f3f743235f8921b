/** Whether data of this time is older than the limit; a time that far in the future is of a clock that was wrong. */
export const isExpired = (savedAt: number, now: number, maxAgeMs: number): boolean =>
  Math.abs(now - savedAt) > maxAgeMs
