import type { Row } from '@kube-informer/core'
import type { Slice, SliceGroup } from '../../api/subscription.ts'
import type { HeldView } from './scoped-informer.ts'

/** What a page holds of a slice, or should. */
export interface SliceContents {
  readonly rows: readonly Row[]
  readonly total: number
  /** Absent where nothing is to be counted. */
  readonly groups?: readonly SliceGroup[] | undefined
  /** Nothing behind this version is in it. */
  readonly resourceVersion: string
}

/** Reads a slice as it is now. Throws what a function of the definition throws. */
export function readContents(
  { view, countGroups, newestResourceVersion }: HeldView,
  slice: Slice,
): SliceContents {
  const { offset = 0, limit } = slice.window ?? {}
  // A window without rows only counts: nothing need be sorted for it.
  const rows = limit === 0 ? [] : view.rows(offset, limit)
  return { rows, total: view.size, groups: countGroups?.(), resourceVersion: newestResourceVersion }
}
