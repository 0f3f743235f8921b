import type { Row } from '@kube-informer/core'
import type { Slice, SliceGroup } from '../../api/subscription.ts'
import type { SliceView } from '../view/slice-view.ts'

/** The content of a slice. */
export interface SliceContents {
  readonly rows: readonly Row[]
  readonly total: number
  /** Absent where nothing is counted. */
  readonly groups?: readonly SliceGroup[] | undefined
  /** No change after this resourceVersion is in it. */
  readonly resourceVersion: string
}

/** A view, as {@link readContents} reads it. */
interface ReadableView {
  readonly view: Pick<SliceView, 'size' | 'rows'>
  readonly countGroups: (() => readonly SliceGroup[]) | undefined
  readonly newestResourceVersion: string
}

/** Reads the present content of a slice. Throws what a function of the definition throws. */
export function readContents(
  { view, countGroups, newestResourceVersion }: ReadableView,
  slice: Slice,
): SliceContents {
  const { offset = 0, limit } = slice.window ?? {}
  // A window without rows only counts, and needs no sorting.
  const rows = limit === 0 ? [] : view.rows(offset, limit)
  return { rows, total: view.size, groups: countGroups?.(), resourceVersion: newestResourceVersion }
}
