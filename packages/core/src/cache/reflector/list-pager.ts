import { UsageError } from '../../api/errors.ts'
import type { ListOptions } from '../../api/lister-watcher.ts'
import type { List } from '../../api/object.ts'
import { onAbort } from '../../api/on-abort.ts'
import {
  continueAt,
  DEFAULT_PAGE_SIZE,
  type ListAllPagesOptions,
  listAllPages,
  type PagedList,
} from './list-all-pages.ts'
import { PageBuffer } from './page-buffer.ts'

/** The number of client-go's `tools/pager`. */
const DEFAULT_PAGE_BUFFER_SIZE = 10

/** How large the pages are, and how many are requested ahead. */
export interface ListPagerOptions<T> extends ListAllPagesOptions<T> {
  /** How many pages `eachListItem` prefetches. @default 10 */
  readonly pageBufferSize?: number | undefined
}

/**
 * Lists a whole collection page by page (client-go `tools/pager.ListPager`).
 *
 * - `limit` is set only if the caller sets none.
 * - The requested resourceVersion is sent with the first page only; the continue token includes it.
 * - `list` recovers from an expired continue token; `eachListItem` cannot, since it has passed on items already.
 *
 * @example
 * const pager = new ListPager<Pod>({ pageFunction: (options, signal) => listerWatcher.list(options, { signal }) })
 * await pager.eachListItem(pod => count(pod), {}, signal)
 */
export class ListPager<T> {
  readonly #options: ListPagerOptions<T>

  constructor(options: ListPagerOptions<T>) {
    if ((options.pageBufferSize ?? 0) < 0) throw new UsageError('ListPager: pageBufferSize must be 0 or more')
    this.#options = options
  }

  /** Returns all items. Throws the error of a page, and the signal's reason after an abort. */
  list(options: ListOptions, signal: AbortSignal): Promise<PagedList<T>> {
    return listAllPages(this.#options, options, signal)
  }

  /**
   * Processes every item in order, and requests the next pages meanwhile. An error of `process` ends it, as does an
   * abort after the current page.
   */
  async eachListItem(
    process: (item: T) => void | Promise<void>,
    options: ListOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const ended = new AbortController()
    const buffer = new PageBuffer<List<T>>(this.#options.pageBufferSize ?? DEFAULT_PAGE_BUFFER_SIZE)
    const unsubscribe = onAbort(signal, reason => ended.abort(reason))
    void this.#produce(buffer, options, ended.signal)
    try {
      for (let page = await buffer.take(); page !== undefined; page = await buffer.take()) {
        for (const item of page.items) {
          // The check spares a synchronous consumer one promise for each item.
          const pending = process(item)
          if (pending) await pending
        }
        signal.throwIfAborted()
      }
    } finally {
      unsubscribe()
      ended.abort()
      buffer.release()
    }
  }

  async #produce(buffer: PageBuffer<List<T>>, options: ListOptions, signal: AbortSignal): Promise<void> {
    const { pageFunction, pageSize = DEFAULT_PAGE_SIZE } = this.#options
    let query: ListOptions | undefined = { ...options, limit: options.limit ?? pageSize }
    try {
      while (query) {
        signal.throwIfAborted()
        const page: List<T> = await pageFunction(query, signal)
        await buffer.put(page)
        const token = page.metadata.continue
        query = token ? continueAt(query, token) : undefined
      }
      buffer.end()
    } catch (error) {
      buffer.fail(error)
    }
  }
}
