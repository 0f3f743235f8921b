import type { WatchEvent } from '../api/object.ts'
import { abortable } from '../internal/abortable.ts'
import { RetryWatcher, type RetryWatcherOptions } from './retry-watcher.ts'
import { UntilError } from './until-error.ts'

/** Whether an event, of any type, is the one that is waited for. An error ends the wait. */
export type WatchCondition<T> = (event: WatchEvent<T>) => boolean | Promise<boolean>

/** What is watched, and the condition that ends it. */
export interface UntilWithoutRetryOptions<T> {
  readonly events: AsyncIterable<WatchEvent<T>>
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a watch until each condition was met, one after another (client-go `tools/watch.UntilWithoutRetry`). A condition is
 * tested first with the event that met the one before. In any case the watch is closed.
 *
 * @returns the last event; undefined without conditions
 * @throws an UntilError when the signal aborts or the watch ends, and what a condition throws
 */
export async function untilWithoutRetry<T>(
  { events, signal }: UntilWithoutRetryOptions<T>,
  ...conditions: readonly WatchCondition<T>[]
): Promise<WatchEvent<T> | undefined> {
  const iterator = events[Symbol.asyncIterator]()
  let lastEvent: WatchEvent<T> | undefined
  /** Rejects when the signal aborts, even if the promise never settles. */
  const bounded = <V>(promise: Promise<V>): Promise<V> => {
    if (!signal) return promise
    return abortable(promise, signal).catch(error => {
      if (!signal.aborted) throw error
      throw new UntilError('Interrupted', 'the wait was interrupted', lastEvent, signal.reason)
    })
  }
  try {
    for (const condition of conditions) {
      while (!lastEvent || !(await bounded(ask(condition, lastEvent)))) {
        const next = await bounded(iterator.next())
        if (next.done)
          throw new UntilError('WatchClosed', 'the watch ended before the condition was met', lastEvent)
        lastEvent = next.value
      }
    }
    return lastEvent
  } finally {
    const closing = Promise.resolve(iterator.return?.()).catch(() => {})
    // A pending read may last for ever; where it ends by the signal, the watch closes then.
    if (!signal?.aborted) await closing
  }
}

/** A condition that throws is one that rejects. */
async function ask<T>(condition: WatchCondition<T>, event: WatchEvent<T>): Promise<boolean> {
  return condition(event)
}

/**
 * Watches until each condition was met, one after another, also across lost connections (client-go `tools/watch.Until`). For
 * an object whose version is known: the answer of a write, or a list. If it is not, use `untilWithSync`. Without a signal
 * the wait may last for ever.
 *
 * @returns the last event; undefined without conditions
 * @throws an UntilError when the signal aborts or the watch ends by an ERROR event, and what a condition throws
 *
 * @example
 * const listerWatcher = createListWatch(client, pods, { namespace, fieldSelector: { 'metadata.name': 'web' } })
 * const { resourceVersion = '' } = (await client.create(pods, pod)).metadata
 * await until<Pod>(
 *   { listerWatcher, resourceVersion, signal: AbortSignal.timeout(60_000) },
 *   ({ type, object }) => type === 'MODIFIED' && object.status?.phase === 'Running',
 * )
 */
export function until<T>(
  options: RetryWatcherOptions<T>,
  ...conditions: readonly WatchCondition<T>[]
): Promise<WatchEvent<T> | undefined> {
  return untilWithoutRetry({ events: new RetryWatcher(options), signal: options.signal }, ...conditions)
}
