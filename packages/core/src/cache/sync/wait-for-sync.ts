import { isUnexpectedServerError, isUnservedPath, StatusError, UsageError } from '../../api/errors.ts'
import type { DoneChecker } from './done-checker.ts'

/**
 * Rejections that retrying does not resolve: a wait for the first sync rejects with them. Those of a gateway may pass, except for that
 * of a resource that is not installed, which has no Status.
 */
const FINAL_CODES: ReadonlySet<number> = /* @__PURE__ */ new Set([400, 401, 403, 404, 405, 406, 415, 422])

/** The part of an informer that is waited for. */
interface Syncing {
  readonly isStopped: boolean
  readonly hasSyncedChecker: DoneChecker
  hasSynced(): boolean
}

/** The status of that informer. */
interface SyncingStatus {
  readonly lastError: unknown
  subscribe(listener: () => void): () => void
}

/** Resolves when the informer has synced; rejects with the error that prevents it as soon as waiting is futile. */
export function waitForSync(
  informer: Syncing,
  status: SyncingStatus,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const obstacle = informer.hasSynced() ? undefined : obstacleOf(informer, status.lastError, signal)
      if (!informer.hasSynced() && obstacle === undefined) return
      unsubscribe()
      signal?.removeEventListener('abort', check)
      if (informer.hasSynced()) resolve()
      else reject(obstacle)
    }
    const unsubscribe = status.subscribe(check)
    signal?.addEventListener('abort', check)
    void informer.hasSyncedChecker.done.then(check)
    check()
  })
}

function obstacleOf(informer: Syncing, error: unknown, signal: AbortSignal | undefined): unknown {
  const isFinal = error instanceof StatusError && FINAL_CODES.has(error.code)
  if (isFinal && (!isUnexpectedServerError(error) || isUnservedPath(error))) return error
  if (informer.isStopped) return error ?? new UsageError('the informer stopped before it had synced')
  return signal?.aborted ? (error ?? signal.reason) : undefined
}
