import { type Clock, type Random, sleep, systemClock } from './clock.ts'
import { isConflict } from './errors.ts'

/** Number of attempts and the delays between them (apimachinery `wait.Backoff`, which can also be capped). */
export interface RetryBackoff {
  /** Maximum number of calls. */
  readonly steps: number
  /** First delay. */
  readonly durationMs: number
  /** Factor between consecutive delays. @default 1 */
  readonly factor?: number
  /** Randomizes a delay `d` within [d, d + jitter * d). @default 0 */
  readonly jitter?: number
}

/** For conflicts between cooperating writers (client-go `retry.DefaultRetry`). */
export const DEFAULT_RETRY: RetryBackoff = { steps: 5, durationMs: 10, factor: 1, jitter: 0.1 }

/** For conflicts with a frequent writer (client-go `retry.DefaultBackoff`). */
export const DEFAULT_BACKOFF: RetryBackoff = { steps: 4, durationMs: 10, factor: 5, jitter: 0.1 }

/** How to end retries, and where their delays come from. */
export interface RetryOptions {
  /** Aborts the retries; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

/**
 * Calls `fn` until it succeeds, fails with an error that is not `retriable`, or has been called `steps` times. Rejects with
 * the last error (client-go `retry.OnError`).
 */
export async function onError<T>(
  backoff: RetryBackoff,
  retriable: (error: unknown) => boolean,
  fn: () => T | Promise<T>,
  { signal, clock = systemClock, random = Math.random }: RetryOptions = {},
): Promise<T> {
  const waits = waitsOf(backoff, random)
  while (true) {
    signal?.throwIfAborted()
    try {
      return await fn()
    } catch (error) {
      if (!retriable(error)) throw error
      const { value: waitMs, done } = waits.next()
      if (done) throw error
      await sleep(clock, waitMs, signal)
    }
  }
}

/**
 * Calls `fn` again if its write fails with a Conflict (client-go `retry.RetryOnConflict`). `fn` must read the object again
 * each time, since a Conflict means that its copy is outdated.
 *
 * @example
 * await retryOnConflict(async () => {
 *   const map = await client.get(configMaps, at)
 *   return client.replace(configMaps, { ...map, data: { ...map.data, seen: 'yes' } })
 * })
 */
export const retryOnConflict = <T>(
  fn: () => T | Promise<T>,
  {
    backoff = DEFAULT_RETRY,
    ...options
  }: RetryOptions & { readonly backoff?: RetryBackoff | undefined } = {},
): Promise<T> => onError(backoff, isConflict, fn, options)

/** The delays between the calls. */
function* waitsOf(
  { steps, durationMs, factor = 1, jitter = 0 }: RetryBackoff,
  random: Random,
): Generator<number, undefined, undefined> {
  let waitMs = durationMs
  for (let left = steps - 1; left > 0; left--, waitMs *= factor) yield waitMs + random() * jitter * waitMs
}
