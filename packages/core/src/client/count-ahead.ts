import type { List } from '../api/object.ts'
import type { ListContext, ListOptions, ListProgress } from './lister-watcher.ts'

type ListFunction<T> = (options: ListOptions, context: ListContext) => Promise<List<T>>

/**
 * Gives the progress of a long list an end to count towards. A server with a watch cache answers the first list in
 * one piece and says nowhere how long it is; but a page of one object says how many remain. That page is
 * asked for beside the list, and its failure costs nothing but the number. Not for lists with a selector: servers
 * tell no number there.
 */
export function countAhead<T>(list: ListFunction<T>): ListFunction<T> {
  return async (options, context) => {
    const { onProgress, signal } = context
    if (!onProgress || options.resourceVersion !== '0') return list(options, context)
    const counting = new AbortController()
    const stop = () => counting.abort()
    signal.addEventListener('abort', stop, { once: true })
    let progress: ListProgress = { received: 0 }
    const tell = (change: Partial<ListProgress>) => {
      progress = { ...progress, ...change }
      onProgress(progress)
    }
    const listing = list(options, { ...context, onProgress: tell })
    void count(list, counting.signal).then(expected => {
      if (expected !== undefined && !counting.signal.aborted) tell({ expected })
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
