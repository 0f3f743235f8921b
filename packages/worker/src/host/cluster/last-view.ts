import type { HeldView } from './held-view.ts'

/**
 * The present state of a view whose rows the server denies, shown until those of a narrower scope replace them. It has no
 * resourceVersion: a quiet narrower scope may not reach the one of the wider scope for minutes.
 */
export function lastOf({ view, status, countGroups }: HeldView): HeldView {
  const { error: _, ...rest } = status
  return {
    view,
    status: rest,
    coveredResourceVersion: '',
    newestResourceVersion: '',
    countGroups,
    release: () => {},
  }
}
