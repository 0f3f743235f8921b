/**
 * Makes a signal call `check` before it answers whether it is aborted. A process that was suspended continues with work
 * that became due before the timers of the lease; this work must not see an outdated answer.
 *
 * Signals that are derived from it, and requests in flight, abort when anything reads the signal, or when the timer of the
 * lease fires.
 */
export function guardSignal(signal: AbortSignal, check: () => void): AbortSignal {
  return Object.defineProperties(signal, {
    aborted: {
      get: () => {
        check()
        return Reflect.get(AbortSignal.prototype, 'aborted', signal)
      },
    },
    throwIfAborted: {
      value: () => {
        check()
        AbortSignal.prototype.throwIfAborted.call(signal)
      },
    },
  })
}
