import { type Clock, sleep, systemClock } from '../../api/clock.ts'
import { InformerError } from '../../api/errors.ts'
import type { DoneChecker } from './done-checker.ts'

/** client-go's `syncedPollPeriod`. */
const POLL_PERIOD_MS = 100

/** How to end a wait. */
export interface WaitOptions {
  readonly signal: AbortSignal
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/** Not every cache had synced at the end of the wait; `cause` is why the wait ended. */
export class SyncError extends InformerError {
  override readonly name = 'SyncError'
  readonly code = 'SyncError'
}

/** The outcome of a wait for caches (client-go `cache.SyncResult`). */
export class SyncResult {
  /** By name, whether the cache had synced at the end of the wait. */
  readonly synced: ReadonlyMap<string, boolean>
  /** Why the wait ended, if not all had synced. */
  readonly cause: unknown

  constructor(synced: ReadonlyMap<string, boolean>, cause?: unknown) {
    this.synced = synced
    this.cause = cause
  }

  get isSynced(): boolean {
    return this.missing.length === 0
  }

  /** The names of the caches that had not synced, sorted. */
  get missing(): readonly string[] {
    return [...this.synced].flatMap(([name, done]) => (done ? [] : [name])).sort()
  }

  /** Undefined if all had synced. */
  asError(): SyncError | undefined {
    if (this.isSynced) return undefined
    const why = this.cause instanceof Error ? this.cause.message : String(this.cause ?? 'not done yet')
    return new SyncError(`failed to sync all caches: ${this.missing.join(', ')}: ${why}`, {
      cause: this.cause,
    })
  }
}

/**
 * Waits, without polling, until all are done or the signal aborts (client-go `cache.WaitFor`). Never rejects; the
 * result also includes what was done before an abort.
 *
 * @example
 * const result = await waitFor(signal, podInformer.hasSyncedChecker, registration.hasSyncedChecker)
 */
export async function waitFor(signal: AbortSignal, ...checkers: readonly DoneChecker[]): Promise<SyncResult> {
  const released = new AbortController()
  await Promise.race([
    Promise.all(checkers.map(checker => checker.done)),
    new Promise<void>(resolve => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true, signal: released.signal })
    }),
  ])
  released.abort()
  const synced = new Map<string, boolean>()
  for (const checker of checkers) {
    synced.set(checker.name, checker.isDone() && (synced.get(checker.name) ?? true))
  }
  return new SyncResult(synced, signal.aborted ? signal.reason : undefined)
}

/**
 * Polls at once and then every 100 ms until all return true; false when the signal aborts first (client-go
 * `cache.WaitForCacheSync`). {@link waitFor} does the same without polling.
 */
export async function waitForCacheSync(
  wait: AbortSignal | WaitOptions,
  ...hasSynced: readonly (() => boolean)[]
): Promise<boolean> {
  const { signal, clock = systemClock }: WaitOptions = 'aborted' in wait ? { signal: wait } : wait
  while (!hasSynced.every(ask => ask())) {
    if (signal.aborted) return false
    await sleep(clock, POLL_PERIOD_MS, signal)
  }
  return true
}
