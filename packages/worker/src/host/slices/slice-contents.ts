import type { Row, TableColumn } from '@kube-informer/core'
import type { SliceGroup, SliceWindow } from '../../api/subscription.ts'
import type { SliceVersions } from '../../wire/protocol.ts'
import type { SortedRows } from './sorted-rows.ts'
import type { WindowLocator } from './window-locator.ts'

/** The content of a slice. */
export interface SliceContents {
  readonly rows: readonly Row[]
  readonly total: number
  /** Absent where nothing is counted. */
  readonly groups?: readonly SliceGroup[] | undefined
  /** Which rows they are; absent for all of them. */
  readonly window?: SliceWindow | undefined
  /** The columns of a Table's cells; absent for objects, and until they are known. */
  readonly columns?: readonly TableColumn[] | undefined
  /** No change after this resourceVersion is in it. */
  readonly resourceVersion: string
  /** Where several informers serve the slice: the same by namespace. */
  readonly versions?: SliceVersions | undefined
}

/** A view, as {@link readContents} reads it. */
interface ReadableView {
  readonly view: SortedRows
  readonly countGroups: (() => readonly SliceGroup[]) | undefined
  readonly newestResourceVersion: string
}

/** Reads the present content of a slice. Throws what a function of the definition throws. */
export function readContents(
  { view, countGroups, newestResourceVersion }: ReadableView,
  locator: WindowLocator,
): SliceContents {
  const window = locator.locate(view)
  // A window without rows only counts, and needs no sorting.
  const rows = window?.limit === 0 ? [] : view.rows(window?.offset, window?.limit)
  return { rows, total: view.size, groups: countGroups?.(), window, resourceVersion: newestResourceVersion }
}
