/** What a `Clock.setTimeout` returns; only good for `clearTimeout` of the same clock. */
export type TimerHandle = unknown

/**
 * The only source of time in kube-informer. Nothing here reads a global timer, so that a test can run
 * a day in a millisecond (`FakeClock` of `@kube-informer/testing`) and replay it.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  setTimeout(callback: () => void, delayMs: number): TimerHandle
  clearTimeout(handle: TimerHandle): void
  /** Resolves in a later task, so that a long loop lets the host handle input and I/O. */
  yieldToHost(): Promise<void>
}

/** A number in [0, 1), like `Math.random`. */
export type Random = () => number

/** The platform's `fetch`. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

type SetImmediate = (callback: () => void) => unknown

/** The host's cheapest later task: timers of browsers wait 4 ms once they nest, which a long loop would feel. */
function yieldToHost(): Promise<void> {
  const host = globalThis as { scheduler?: { yield?(): Promise<void> }; setImmediate?: SetImmediate }
  if (host.scheduler?.yield) return host.scheduler.yield()
  return new Promise(resolve => (host.setImmediate ? host.setImmediate(resolve) : setTimeout(resolve, 0)))
}

/** The host's own clock; importing it starts nothing. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: handle => clearTimeout(handle as number),
  yieldToHost,
}

/**
 * Resolves after `delayMs`, or at once when the signal aborts; never rejects, so the caller asks the signal.
 * The timer is cleared on abort.
 */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const finish = () => {
      clock.clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = clock.setTimeout(finish, delayMs)
    signal?.addEventListener('abort', finish, { once: true })
  })
}
