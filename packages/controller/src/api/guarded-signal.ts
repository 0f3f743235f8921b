const CHECK = Symbol('check')

interface GuardedSignal extends AbortSignal {
  [CHECK]: () => void
}

/** One prototype serves all guarded signals: accessors of their own would cost ten times as much, in each reconcile. */
const guardedPrototype: object = /* @__PURE__ */ Object.create(AbortSignal.prototype, {
  aborted: {
    get(this: GuardedSignal): boolean {
      this[CHECK]()
      return Reflect.get(AbortSignal.prototype, 'aborted', this)
    },
  },
  throwIfAborted: {
    value(this: GuardedSignal): void {
      this[CHECK]()
      AbortSignal.prototype.throwIfAborted.call(this)
    },
  },
})

/**
 * Makes a signal call `check` before it answers whether it is aborted. A process that was suspended continues with work
 * that became due before the timers of the lease; this work must not see an outdated answer.
 *
 * Signals that are derived from it, and requests in flight, abort when anything reads the signal, or when the timer of the
 * lease fires.
 */
export function guardSignal(signal: AbortSignal, check: () => void): AbortSignal {
  return Object.assign(Object.setPrototypeOf(signal, guardedPrototype), { [CHECK]: check })
}
