import type { Clock } from '@kube-informer/core'
import { onAbort, Timer } from '@kube-informer/core/internal'
import { parseGoDuration } from './go-duration.ts'

/** What an apiserver waits for a webhook whose configuration does not say it (admissionregistration/v1 `timeoutSeconds`). */
const DEFAULT_TIMEOUT_MS = 10_000
/** The longest that an apiserver waits for admission. */
const MAX_TIMEOUT_MS = 30_000
/** The answer takes part of the time to reach the apiserver: a tenth of it, at most this. */
const MAX_MARGIN_MS = 500

/** The time in which a webhook can answer. */
export interface Deadline {
  /** Aborts when the time is over, or the caller has gone. */
  readonly signal: AbortSignal
  /** Removes the timer. The signal does not abort from now on. */
  readonly stop: () => void
}

/**
 * Starts the time that a request allows in the `timeout` of its query, e.g. `?timeout=10s`: `defaultMs` without one, at most
 * 30 s. The signal aborts a tenth of it earlier, or 500 ms, so that the answer still arrives.
 */
export function startDeadline(
  caller: AbortSignal,
  timeout: string | null,
  clock: Clock,
  defaultMs: number = DEFAULT_TIMEOUT_MS,
): Deadline {
  const controller = new AbortController()
  const limitMs = limitOf(timeout, defaultMs)
  const timer = new Timer(clock)
  timer.start(limitMs, () => controller.abort(timeoutError(limitMs)))
  const unsubscribe = onAbort(caller, reason => controller.abort(reason))
  return {
    signal: controller.signal,
    stop() {
      timer.stop()
      unsubscribe()
    },
  }
}

function limitOf(text: string | null, defaultMs: number): number {
  const timeoutMs = Math.min((text && parseGoDuration(text)) || defaultMs, MAX_TIMEOUT_MS)
  return Math.ceil(timeoutMs - Math.min(timeoutMs / 10, MAX_MARGIN_MS))
}

const timeoutError = (limitMs: number): DOMException =>
  new DOMException(`no answer within ${limitMs} ms`, 'TimeoutError')
