import type { List } from '../api/object.ts'
import type { ListContext, ListOptions, ListProgress } from './lister-watcher.ts'

type ListFunction<T> = (options: ListOptions, context: ListContext) => Promise<List<T>>

/**
 * Adds the expected number of objects to the progress of a long list. A server with a watch cache sends the initial
 * list in one piece without its length, but a page of one object has `remainingItemCount`. That page is requested in
 * parallel; if it fails, only the number is missing. Servers send no count for lists with a selector.
 */
export function countAhead<T>(list: ListFunction<T>): ListFunction<T> {
  return async (options, context) => {
    const { onProgress, signal } = context
    if (!onProgress || options.resourceVersion !== '0') return list(options, context)
    const counting = new AbortController()
    const stop = () => counting.abort()
    signal.addEventListener('abort', stop, { once: true })
    let progress: ListProgress = { received: 0 }
    const report = (change: Partial<ListProgress>) => {
      progress = { ...progress, ...change }
      onProgress(progress)
    }
    const listing = list(options, { ...context, onProgress: report })
    void count(list, counting.signal).then(expected => {
      if (expected !== undefined && !counting.signal.aborted) report({ expected })
    })
    try {
      return await listing
    } finally {
      signal.removeEventListener('abort', stop)
      stop()
    }
  }
}

async function count<T>(list: ListFunction<T>, signal: AbortSignal): Promise<number | undefined> {
  try {
    const { items, metadata } = await list({ limit: 1 }, { signal })
    return metadata.continue
      ? metadata.remainingItemCount && items.length + metadata.remainingItemCount
      : items.length
  } catch {
    return undefined
  }
}
