import type { Row, TableColumn } from '@kube-informer/core'
import type { SliceGroup, SliceState, SliceWindow } from './subscription.ts'

/** The content of a slice at one time, which a server renders and a page starts with: `connection.snapshot`. */
export interface SliceSnapshot {
  /** The rows of the window, in order. `readObject` of core decodes them. */
  readonly rows: readonly Row[]
  /** Number of rows after the filter, inside and outside the window. */
  readonly total: number
  readonly groups: readonly SliceGroup[]
  /** Which rows they are; absent for all of them. */
  readonly window?: SliceWindow
  /** With `form: 'table'`: the columns of the cells. */
  readonly columns?: readonly TableColumn[]
  /** No change after this resourceVersion is in it. */
  readonly resourceVersion: string
  /**
   * Whether the rows are every object that the slice requests from the server, and include every change up to the
   * resourceVersion: an informer can resume from them.
   */
  readonly isWhole: boolean
}

/** The state that a page shows of a slice before its host has rows: `connection.observe`. */
export interface HydratedSlice<T = unknown> {
  /** Its `status.resourceVersion` is the one of the rows. */
  readonly state: SliceState<T>
  /** As in {@link SliceSnapshot}. */
  readonly isWhole: boolean
}
