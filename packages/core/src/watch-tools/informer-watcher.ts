import type { WatchEvent } from '../api/object.ts'
import { onAbort } from '../api/on-abort.ts'
import { deletedObject } from '../cache/handlers/deleted-object.ts'
import { createInformer, type Informer, type InformerOptions } from '../cache/informer/create-informer.ts'
import type { Indexer } from '../cache/store/indexer.ts'
import { withResolvers } from '../internal/with-resolvers.ts'
import { EventBuffer } from './event-buffer.ts'

/** The options of an informer without a handler. */
export interface InformerWatcherOptions<T> extends Omit<InformerOptions<T>, 'handler'> {
  /** Stops the informer, which ends the iteration. */
  readonly signal?: AbortSignal | undefined
}

/** The events of an informer, as those of a watch. */
export interface InformerWatcher<T> extends AsyncIterable<WatchEvent<T>> {
  /** The informer's cache. Do not write to it. */
  readonly store: Indexer<T>
  /** Resolves when the cache has the initial list; never if the informer stops before. */
  readonly synced: Promise<void>
  /** Resolves when the informer has ended. Rejects with the error that ended it, if any. */
  readonly done: Promise<void>
  /** Stops the informer and drops the events that were not read. Idempotent. */
  stop(): void
}

/**
 * Starts an informer whose changes are read like a watch (client-go `tools/watch.NewIndexerInformerWatcher`). It recovers
 * from everything an informer recovers from, an outdated version included; where changes were missed, the events show their
 * result: an object that was missing in a new list is DELETED with its last known state. There are no bookmarks and no
 * errors. Events that are not read are kept, without limit. Leaving a `for await` loop stops the informer.
 *
 * @example
 * for await (const { type, object } of createInformerWatcher({ listerWatcher, signal })) console.log(type, object)
 */
export function createInformerWatcher<T>({
  signal,
  onProcessed,
  ...options
}: InformerWatcherOptions<T>): InformerWatcher<T> {
  const stopped = new AbortController()
  const synced = withResolvers<void>()
  const buffer = new EventBuffer<WatchEvent<T>>()
  const stop = () => {
    buffer.close()
    stopped.abort()
  }
  const informer: Informer<T> = createInformer<T>({
    ...options,
    handler: {
      onAdd: object => buffer.push({ type: 'ADDED', object }),
      onUpdate: (_, object) => buffer.push({ type: 'MODIFIED', object }),
      onDelete: gone => {
        const { object } = deletedObject(gone, options.listerWatcher.access)
        if (object !== undefined) buffer.push({ type: 'DELETED', object })
      },
    },
    onProcessed: () => {
      if (informer.controller.hasSynced()) synced.resolve()
      onProcessed?.()
    },
  })
  const unsubscribe = onAbort(signal, stop)
  const done = informer.controller.run(stopped.signal).finally(() => {
    unsubscribe()
    stop()
  })
  // A consumer of the events need not await it.
  done.catch(() => {})
  return {
    store: informer.store,
    synced: synced.promise,
    done,
    stop,
    [Symbol.asyncIterator]: () => ({
      next: () => buffer.next(),
      return: async () => {
        stop()
        await done
        return { done: true, value: undefined }
      },
    }),
  }
}
