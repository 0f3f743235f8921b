import { ProtocolError } from '../../api/errors.ts'
import type { ListOptions } from '../../api/lister-watcher.ts'
import type { List } from '../../api/object.ts'
import { checkListSize } from '../../client/decoding/list-limits.ts'
import { isExpired } from './is-expired.ts'

/** The page size of client-go's `tools/pager`. */
export const DEFAULT_PAGE_SIZE = 500

/** Requests one page. */
export type ListPageFunction<T> = (options: ListOptions, signal: AbortSignal) => Promise<List<T>>

/** A whole collection. */
export interface PagedList<T> {
  readonly items: readonly T[]
  /** The resourceVersion of the first page, at which all pages were read. */
  readonly resourceVersion: string
  readonly paginated: boolean
}

export interface ListAllPagesOptions<T> {
  readonly pageFunction: ListPageFunction<T>
  /** The `limit` of a list whose caller sets none. @default 500 */
  readonly pageSize?: number | undefined
  /** Whether to request everything in one response when the continue token expires. @default true */
  readonly fullListIfExpired?: boolean | undefined
}

/**
 * Lists a whole collection page by page (client-go `ListPager.List`). It is separate from `ListPager`, so that an informer's
 * bundle does not contain the prefetching of `eachListItem`. Throws the error of a page, and the signal's reason after an
 * abort.
 */
export async function listAllPages<T>(
  { pageFunction, pageSize = DEFAULT_PAGE_SIZE, fullListIfExpired = true }: ListAllPagesOptions<T>,
  options: ListOptions,
  signal: AbortSignal,
): Promise<PagedList<T>> {
  const items: T[] = []
  let query: ListOptions = { ...options, limit: options.limit ?? pageSize }
  let first: string | undefined
  for (let pages = 1; ; pages++) {
    signal.throwIfAborted()
    const page = await pageFunction(query, signal).catch((error: unknown) => {
      if (query.continue && fullListIfExpired && isExpired(error)) return undefined
      throw error
    })
    if (!page) return await fullList(pageFunction, options, signal)
    const token = page.metadata.continue
    const resourceVersion = page.metadata.resourceVersion ?? ''
    if (first === undefined && !token) return { items: page.items, resourceVersion, paginated: false }
    first ??= resourceVersion
    for (const item of page.items) items.push(item)
    checkListSize({ items: items.length, pages })
    if (!token) return { items, resourceVersion: first, paginated: true }
    query = continueAt(query, token)
  }
}

/** Its result or error is final. */
async function fullList<T>(
  pageFunction: ListPageFunction<T>,
  { continue: _, ...options }: ListOptions,
  signal: AbortSignal,
): Promise<PagedList<T>> {
  const full = await pageFunction({ ...options, limit: 0 }, signal)
  return { items: full.items, resourceVersion: full.metadata.resourceVersion ?? '', paginated: true }
}

/**
 * The query of the next page. The server rejects a resourceVersion beside a continue token, which includes one.
 *
 * @throws ProtocolError if it is the token of this page
 */
export function continueAt(
  { resourceVersion: _, resourceVersionMatch: __, ...query }: ListOptions,
  token: string,
): ListOptions {
  if (token === query.continue)
    throw new ProtocolError('the server repeats a continue token, so the list has no end')
  return { ...query, continue: token }
}
