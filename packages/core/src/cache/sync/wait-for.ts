import { type Clock, sleep, systemClock } from '../../api/clock.ts'
import { InformerError } from '../../api/errors.ts'
import type { DoneChecker } from './done-checker.ts'

/** client-go's `syncedPollPeriod`. */
const POLL_PERIOD_MS = 100

/** How long to wait, and by which clock. */
export interface WaitOptions {
  readonly signal: AbortSignal
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/** Not every cache had synced when the waiting ended; `cause` is why it ended. */
export class SyncError extends InformerError {
  override readonly name = 'SyncError'
  readonly code = 'SyncError'
}

/** What came of waiting for caches (client-go `cache.SyncResult`). */
export class SyncResult {
  /** By name, whether it was done when the waiting ended. */
  readonly synced: ReadonlyMap<string, boolean>
  /** Why the waiting ended, where not all were done. */
  readonly cause: unknown

  constructor(synced: ReadonlyMap<string, boolean>, cause?: unknown) {
    this.synced = synced
    this.cause = cause
  }

  get isSynced(): boolean {
    return this.missing.length === 0
  }

  /** The names of those that were not done, sorted. */
  get missing(): readonly string[] {
    return [...this.synced].flatMap(([name, done]) => (done ? [] : [name])).sort()
  }

  /** Undefined when all were done. */
  asError(): SyncError | undefined {
    if (this.isSynced) return undefined
    const why = this.cause instanceof Error ? this.cause.message : String(this.cause ?? 'not done yet')
    return new SyncError(`failed to sync all caches: ${this.missing.join(', ')}: ${why}`, {
      cause: this.cause,
    })
  }
}

/**
 * Waits, without polling, until all are done or the signal aborts (client-go `cache.WaitFor`). Never rejects; what
 * was done by then counts also after an abort.
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
 * Asks every 100 ms, and once right away, until all answer true; false when the signal aborts first (client-go
 * `cache.WaitForCacheSync`). {@link waitFor} does it without polling.
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
