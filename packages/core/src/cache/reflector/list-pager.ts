import { isResourceExpired, UsageError } from '../../api/errors.ts'
import type { List } from '../../api/object.ts'
import type { ListOptions } from '../../client/lister-watcher.ts'
import { PageBuffer } from './page-buffer.ts'

/** client-go's `tools/pager` numbers. */
const DEFAULT_PAGE_SIZE = 500
const DEFAULT_PAGE_BUFFER_SIZE = 10

/** Requests one page. */
export type ListPageFunction<T> = (options: ListOptions, signal: AbortSignal) => Promise<List<T>>

/** Options of {@link ListPager}. */
export interface ListPagerOptions<T> {
  readonly pageFunction: ListPageFunction<T>
  /** The `limit` of a list whose caller sets none. @default 500 */
  readonly pageSize?: number | undefined
  /** Whether `list` requests everything in one response when the continue token expires. @default true */
  readonly fullListIfExpired?: boolean | undefined
  /** How many pages `eachListItem` prefetches. @default 10 */
  readonly pageBufferSize?: number | undefined
}

/** A whole collection. */
export interface PagedList<T> {
  readonly items: readonly T[]
  /** The resourceVersion of the first page, at which all pages were read. */
  readonly resourceVersion: string
  readonly paginated: boolean
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
  readonly #pageFunction: ListPageFunction<T>
  readonly #pageSize: number
  readonly #fullListIfExpired: boolean
  readonly #pageBufferSize: number

  constructor({
    pageFunction,
    pageSize = DEFAULT_PAGE_SIZE,
    fullListIfExpired = true,
    pageBufferSize = DEFAULT_PAGE_BUFFER_SIZE,
  }: ListPagerOptions<T>) {
    if (pageBufferSize < 0) throw new UsageError('ListPager: pageBufferSize must be 0 or more')
    this.#pageFunction = pageFunction
    this.#pageSize = pageSize
    this.#fullListIfExpired = fullListIfExpired
    this.#pageBufferSize = pageBufferSize
  }

  /** Returns all items. Throws the error of a page, and the signal's reason after an abort. */
  async list(options: ListOptions, signal: AbortSignal): Promise<PagedList<T>> {
    const items: T[] = []
    let query: ListOptions = { ...options, limit: options.limit ?? this.#pageSize }
    let resourceVersion: string | undefined
    for (;;) {
      signal.throwIfAborted()
      const page = await this.#pageOrExpired(query, signal)
      if (page === 'expired') return await this.#fullList(options, signal)
      const token = page.metadata.continue
      const version = page.metadata.resourceVersion ?? ''
      if (resourceVersion === undefined && !token)
        return { items: page.items, resourceVersion: version, paginated: false }
      resourceVersion ??= version
      for (const item of page.items) items.push(item)
      if (!token) return { items, resourceVersion, paginated: true }
      query = continueAt(query, token)
    }
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
    const buffer = new PageBuffer<List<T>>(this.#pageBufferSize)
    const both = AbortSignal.any([signal, ended.signal])
    void this.#produce(buffer, options, both)
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
      ended.abort()
      buffer.release()
    }
  }

  async #produce(buffer: PageBuffer<List<T>>, options: ListOptions, signal: AbortSignal): Promise<void> {
    const query = { ...options, limit: options.limit ?? this.#pageSize }
    try {
      let token: string | undefined
      do {
        signal.throwIfAborted()
        const page = await this.#pageFunction(token ? continueAt(query, token) : query, signal)
        await buffer.put(page)
        token = page.metadata.continue
      } while (token)
      buffer.end()
    } catch (error) {
      buffer.fail(error)
    }
  }

  async #pageOrExpired(query: ListOptions, signal: AbortSignal): Promise<List<T> | 'expired'> {
    try {
      return await this.#pageFunction(query, signal)
    } catch (error) {
      if (query.continue && this.#fullListIfExpired && isResourceExpired(error)) return 'expired'
      throw error
    }
  }

  /** Its result or error is final. */
  async #fullList({ continue: _, ...options }: ListOptions, signal: AbortSignal): Promise<PagedList<T>> {
    const full = await this.#pageFunction({ ...options, limit: 0 }, signal)
    return { items: full.items, resourceVersion: full.metadata.resourceVersion ?? '', paginated: true }
  }
}

/** The server rejects a resourceVersion together with a continue token, which includes one. */
function continueAt(
  { resourceVersion: _, resourceVersionMatch: __, ...query }: ListOptions,
  token: string,
): ListOptions {
  return { ...query, continue: token }
}
