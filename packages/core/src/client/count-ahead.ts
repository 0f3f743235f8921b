import type { ListContext, ListOptions, ListProgress } from '../api/lister-watcher.ts'
import type { List } from '../api/object.ts'

type ListFunction<T> = (options: ListOptions, context: ListContext) => Promise<List<T>>

/**
 * Adds the expected number of objects to the progress of a long list. A server with a watch cache sends the initial
 * list in one piece without its length, but a page of one object has `remainingItemCount`. That page is requested when
 * the second part of the response arrives: a list that the server denies has none, and a short one needs no count. If it
 * fails, only the number is missing. Servers send no count for lists with a selector.
 */
export function countAhead<T>(list: ListFunction<T>): ListFunction<T> {
  return async (options, context) => {
    const { onProgress, signal } = context
    if (!onProgress || options.resourceVersion !== '0') return list(options, context)
    const counting = new AbortController()
    const stop = () => counting.abort()
    signal.addEventListener('abort', stop, { once: true })
    let progress: ListProgress = { received: 0 }
    let isCounted = false
    const report = (change: Partial<ListProgress>) => {
      progress = { ...progress, ...change }
      onProgress(progress)
    }
    const startCount = async () => {
      isCounted = true
      const expected = await count(list, counting.signal)
      if (expected !== undefined && !counting.signal.aborted) report({ expected })
    }
    const onPart = (part: ListProgress) => {
      if (progress.received > 0 && !isCounted) void startCount()
      report(part)
    }
    try {
      return await list(options, { ...context, onProgress: onPart })
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
