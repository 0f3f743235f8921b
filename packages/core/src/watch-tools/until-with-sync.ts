import { errorMessage } from '../api/error-message.ts'
import type { WatchEvent } from '../api/object.ts'
import type { Indexer } from '../cache/store/indexer.ts'
import { abortable } from '../internal/abortable.ts'
import { createInformerWatcher, type InformerWatcherOptions } from './informer-watcher.ts'
import { untilWithoutRetry, type WatchCondition } from './until.ts'
import { UntilError } from './until-error.ts'

/** What is watched, and the condition that ends it. */
export interface UntilWithSyncOptions<T> extends InformerWatcherOptions<T> {
  /** Tested once, with the initial list. If it is met, nothing is waited for. */
  readonly precondition?: ((store: Indexer<T>) => boolean | Promise<boolean>) | undefined
}

/**
 * Waits with an informer until each condition was met, one after another (client-go `tools/watch.UntilWithSync`). The events
 * begin with an ADDED for each existing object, and go on even if the server has forgotten the versions in between. Between
 * objects there is no order. The informer has ended when the promise settles. Without a signal the wait may last for ever.
 *
 * @returns the last event; undefined if the precondition was met, and without conditions
 * @throws an UntilError when the signal aborts, and what a condition or the precondition throws
 *
 * @example
 * const isGone: WatchCondition<Pod> = ({ type }) => type === 'DELETED'
 * await untilWithSync({ listerWatcher, signal, precondition: store => store.size === 0 }, isGone)
 */
export async function untilWithSync<T>(
  { precondition, ...options }: UntilWithSyncOptions<T>,
  ...conditions: readonly WatchCondition<T>[]
): Promise<WatchEvent<T> | undefined> {
  const { signal } = options
  const events = createInformerWatcher(options)
  try {
    if (precondition) {
      await abortable(Promise.race([events.synced, events.done]), signal).catch(error => {
        const message = `untilWithSync: unable to sync caches: ${errorMessage(error)}`
        throw new UntilError<T>('NotSynced', message, undefined, error)
      })
      if (await precondition(events.store)) return undefined
    }
    return await untilWithoutRetry({ events, signal }, ...conditions)
  } finally {
    events.stop()
    await events.done
  }
}
