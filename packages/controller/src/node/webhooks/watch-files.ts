import { watch } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '@kube-informer/core'
import { errorMessage, onAbort, Timer } from '@kube-informer/core/internal'
import type { Logger } from '../../api/logger.ts'

/** How long changes of several files are taken as one. */
const SETTLE_MS = 100

export interface WatchFilesOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly intervalMs: number
  readonly signal: AbortSignal
}

/**
 * Calls back at an interval, and soon after the host reports a change in a folder of the files, until the signal aborts. Some
 * file systems report no change. Folders are watched, not files: kubelet replaces a link next to them.
 */
export function watchFiles(
  files: readonly string[],
  { clock, logger, intervalMs, signal }: WatchFilesOptions,
  onCall: () => void,
): void {
  const [poll, settle] = [new Timer(clock), new Timer(clock)]
  const next = () => {
    poll.start(intervalMs, next)
    onCall()
  }
  poll.start(intervalMs, next)
  for (const folder of new Set(files.map(dirname)))
    watchFolder(folder, { logger, signal }, () => settle.start(SETTLE_MS, onCall))
  onAbort(signal, () => {
    poll.stop()
    settle.stop()
  })
}

function watchFolder(
  folder: string,
  { logger, signal }: Pick<WatchFilesOptions, 'logger' | 'signal'>,
  onEvent: () => void,
): void {
  const onError = (error: unknown) =>
    logger.debug('the host reports no changes of a folder', { folder, error: errorMessage(error) })
  try {
    const watcher = watch(folder, { signal, persistent: false }, onEvent)
    watcher.on('error', error => {
      watcher.close()
      onError(error)
    })
  } catch (error) {
    onError(error)
  }
}
