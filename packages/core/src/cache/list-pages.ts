import { isResourceExpired } from '../api/errors.ts'
import type { ListerWatcher, ListProgress } from '../client/lister-watcher.ts'

/** client-go's `tools/pager` page size. */
const DEFAULT_PAGE_SIZE = 500

/** What {@link listPages} asks for. */
export interface ListPagesOptions {
  readonly resourceVersion: string
  /** 0 for everything in one answer. @default 500 */
  readonly limit?: number | undefined
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: ListProgress) => void) | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** A whole collection. */
export interface PagedList<T> {
  readonly items: readonly T[]
  /** That of the first page, at which all of them were read. */
  readonly resourceVersion: string
  readonly paginated: boolean
}

/**
 * Lists a whole collection page by page (client-go `tools/pager`). When the continue token expires on the way,
 * everything is asked for once more in one answer, at the version that was asked for first.
 */
export async function listPages<T>(
  listerWatcher: ListerWatcher<T>,
  { resourceVersion, limit = DEFAULT_PAGE_SIZE, signal, onProgress, onBytes }: ListPagesOptions,
): Promise<PagedList<T>> {
  const page = (options: { limit?: number; continue?: string; resourceVersion?: string }, before: number) =>
    listerWatcher.list(options, {
      signal,
      onBytes,
      onProgress: onProgress && (progress => onProgress(shift(progress, before))),
    })
  const first = await page({ limit, resourceVersion }, 0)
  const firstVersion = first.metadata.resourceVersion ?? ''
  if (!first.metadata.continue) return { items: first.items, resourceVersion: firstVersion, paginated: false }

  const items = [...first.items]
  let list = first
  while (list.metadata.continue && !signal.aborted) {
    tellExpected(items.length, list.metadata.remainingItemCount, onProgress)
    try {
      list = await page({ limit, continue: list.metadata.continue }, items.length)
    } catch (error) {
      if (!isResourceExpired(error)) throw error
      const full = await page({ limit: 0, resourceVersion }, 0)
      return { items: full.items, resourceVersion: full.metadata.resourceVersion ?? '', paginated: true }
    }
    for (const item of list.items) items.push(item)
  }
  return { items, resourceVersion: firstVersion, paginated: true }
}

const shift = ({ received, expected }: ListProgress, before: number): ListProgress => ({
  received: before + received,
  ...(expected === undefined ? {} : { expected: before + expected }),
})

function tellExpected(
  received: number,
  remaining: number | undefined,
  onProgress: ((progress: ListProgress) => void) | undefined,
): void {
  if (remaining !== undefined) onProgress?.({ received, expected: received + remaining })
}
