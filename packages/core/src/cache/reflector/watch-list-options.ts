import type { ListOptions, WatchOptions } from '../../client/lister-watcher.ts'

/**
 * The watch-list request that brings the same as a list request (client-go `util/watchlist`,
 * `PrepareWatchListOptionsFromListOptions`): a stream of the state at least as new as was asked for, and of what
 * comes after. Answers undefined where no stream can stand in: for an exact version, for the rest of a list that
 * was begun, for one page, and for a list request that the server would refuse itself.
 */
export function prepareWatchListOptionsFromListOptions(options: ListOptions): WatchOptions | undefined {
  const { resourceVersion = '', resourceVersionMatch, limit = 0, continue: token, ...selectors } = options
  if (token || resourceVersionMatch === 'Exact') return undefined
  if (resourceVersionMatch !== undefined && resourceVersion === '') return undefined
  // A watch cache has always ignored the limit of a list at "0", so that nobody relies on it.
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
 * Whether a client says of itself that it cannot stream a first state, by `watchListSemanticsUnsupported: true`
 * (client-go `DoesClientNotSupportWatchListSemantics`): a fake that knows lists and watches only, say. A client
 * that says nothing can.
 */
export function doesClientNotSupportWatchListSemantics(client: unknown): boolean {
  const says = client as { readonly watchListSemanticsUnsupported?: unknown } | null | undefined
  return says?.watchListSemanticsUnsupported === true
}
