import type { HeldView } from './held-view.ts'

/** The present state of a view, readable while it is shown in place of rows that the server denies or has not sent yet. */
export function lastOf({
  view,
  status,
  coveredResourceVersion,
  newestResourceVersion,
  countGroups,
}: HeldView): HeldView {
  const { error: _, ...rest } = status
  return {
    view,
    status: rest,
    coveredResourceVersion,
    newestResourceVersion,
    countGroups,
    release: () => {},
  }
}
