import type { Row } from '@kube-informer/core'
import type { SliceUpdate } from '../protocol.ts'
import type { Slice, SliceGroup } from '../subscription.ts'
import { sameGroups } from './count-groups.ts'
import type { HeldView } from './scoped-informer.ts'
import { diffWindow } from './window-diff.ts'

/** What a page holds of a slice, or should. */
export interface SliceContents {
  readonly rows: readonly Row[]
  readonly total: number
  /** Absent where nothing is to be counted. */
  readonly groups?: readonly SliceGroup[] | undefined
  /** Nothing behind this version is in it. */
  readonly resourceVersion: string
}

type Contents = Pick<SliceUpdate, 'rows' | 'order' | 'total' | 'groups' | 'window' | 'resourceVersion'>

/** Reads a slice as it is now. Throws what a function of the definition throws. */
export function readContents({ view, countGroups, newestVersion }: HeldView, slice: Slice): SliceContents {
  const { offset = 0, limit } = slice.window ?? {}
  // A window without rows only counts: nothing need be sorted for it.
  const rows = limit === 0 ? [] : view.rows(offset, limit)
  return { rows, total: view.size, groups: countGroups?.(), resourceVersion: newestVersion }
}

/** What takes a page from what it holds to what it should hold; with nothing in it when these are the same. */
export function contentsChange(
  held: SliceContents | undefined,
  { rows: wanted, total, groups, resourceVersion }: SliceContents,
  window: Slice['window'],
): Contents {
  const { rows, order } = diffWindow(held?.rows ?? [], wanted)
  const isNewGroups = groups && !(held?.groups && sameGroups(groups, held.groups))
  const change: Contents = {
    ...(rows.length > 0 && { rows }),
    ...(order && { order }),
    ...(total !== held?.total && { total }),
    ...(isNewGroups && { groups }),
    // The first answer says that there is one, also where it is empty.
    ...(!held && { order: order ?? { at: 0, remove: 0, insert: [] } }),
    ...(!held && window && { window }),
  }
  if (Object.keys(change).length === 0 || resourceVersion === '') return change
  return { ...change, resourceVersion }
}
