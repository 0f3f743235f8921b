import type { ListContext, ListerWatcher, ListProgress } from '../../api/lister-watcher.ts'
import { checkListSize } from '../../client/decoding/list-limits.ts'
import { type ListPageFunction, listAllPages, type PagedList } from './list-all-pages.ts'

export interface ListPagesOptions extends ListContext {
  readonly resourceVersion: string
  /** 0 for everything in one response. @default 500 */
  readonly limit?: number | undefined
}

/** Lists a whole collection page by page, and reports the progress over all pages. */
export function listPages<T>(
  listerWatcher: ListerWatcher<T>,
  { resourceVersion, limit, signal, onProgress, onBytes, onRetry }: ListPagesOptions,
): Promise<PagedList<T>> {
  let received = 0
  let bytes = 0
  const pageFunction: ListPageFunction<T> = async options => {
    // A request without a token starts from the beginning, including the full list after an expired token.
    const before = options.continue ? received : 0
    const list = await listerWatcher.list(options, {
      signal,
      onRetry,
      onBytes: more => {
        bytes += more
        onBytes?.(more)
      },
      onProgress: onProgress && (progress => onProgress(shift(progress, before))),
    })
    received = before + list.items.length
    checkListSize({ bytes })
    const { continue: token, remainingItemCount } = list.metadata
    if (token && remainingItemCount !== undefined)
      onProgress?.({ received, expected: received + remainingItemCount })
    return list
  }
  return listAllPages({ pageFunction }, { resourceVersion, limit }, signal)
}

const shift = ({ received, expected }: ListProgress, before: number): ListProgress => ({
  received: before + received,
  ...(expected === undefined ? {} : { expected: before + expected }),
})
