import type { Selection } from '../requests/selection.ts'

/** The watches that share a selection, so that an event is compared with it once. */
export interface WatchGroup<TWatch> {
  readonly selection: Selection
  readonly watches: TWatch[]
}
