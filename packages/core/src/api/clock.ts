/** Returned by `Clock.setTimeout`; only valid for `clearTimeout` of the same clock. */
export type TimerHandle = unknown

/**
 * The only source of time in kube-informer. The packages use no global timers, so that tests can control time with
 * `FakeClock` of `@kube-informer/testing`.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  setTimeout(callback: () => void, delayMs: number): TimerHandle
  clearTimeout(handle: TimerHandle): void
  /** Resolves in a later task. Long loops call it, so that the host can handle input and I/O. */
  yieldToHost(): Promise<void>
}

/** A number in [0, 1), like `Math.random`. */
export type Random = () => number

/** The platform's `fetch`. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

type SetImmediate = (callback: () => void) => unknown

/** Resolves in the host's fastest later task: nested browser timers are delayed by 4 ms. */
function yieldToHost(): Promise<void> {
  const host = globalThis as { scheduler?: { yield?(): Promise<void> }; setImmediate?: SetImmediate }
  if (host.scheduler?.yield) return host.scheduler.yield()
  return new Promise(resolve => (host.setImmediate ? host.setImmediate(resolve) : postMessageToSelf(resolve)))
}

/** For WebKit, which has neither. An open port would keep a process of Deno alive, so each call has its own. */
function postMessageToSelf(callback: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    port2.close()
    callback()
  }
  port2.postMessage(undefined)
}

/** The clock of the host. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: handle => clearTimeout(handle as number),
  yieldToHost,
}

/**
 * Resolves after `delayMs`, or at once when the signal aborts; never rejects, so the caller checks the signal.
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
