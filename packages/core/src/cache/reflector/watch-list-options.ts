import type { ListOptions, WatchOptions } from '../../api/lister-watcher.ts'

/**
 * The watch-list request that is equivalent to a list request (client-go `util/watchlist`,
 * `PrepareWatchListOptionsFromListOptions`): it streams a state at least as new as requested, and later changes.
 * Returns undefined where there is none: for an exact resourceVersion, for the rest of a list in progress, for one
 * page, and for a list request that the server would reject.
 */
export function prepareWatchListOptionsFromListOptions(options: ListOptions): WatchOptions | undefined {
  const { resourceVersion = '', resourceVersionMatch, limit = 0, continue: token, ...selectors } = options
  if (token || resourceVersionMatch === 'Exact') return undefined
  if (resourceVersionMatch !== undefined && resourceVersion === '') return undefined
  // A watch cache has always ignored the limit of a list at "0", so no client relies on it.
  if (limit > 0 && resourceVersion !== '0') return undefined
  return {
    ...selectors,
    resourceVersion,
    resourceVersionMatch: 'NotOlderThan',
    allowWatchBookmarks: true,
    sendInitialEvents: true,
  }
}

/**
 * Whether a client declares that it cannot send an initial list by watch, with `watchListSemanticsUnsupported: true`
 * (client-go `DoesClientNotSupportWatchListSemantics`), for example a fake. A client without the member can.
 */
export function doesClientNotSupportWatchListSemantics(client: unknown): boolean {
  const declared = client as { readonly watchListSemanticsUnsupported?: unknown } | null | undefined
  return declared?.watchListSemanticsUnsupported === true
}
