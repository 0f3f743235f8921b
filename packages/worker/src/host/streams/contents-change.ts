import type { SliceUpdate } from '../../wire/protocol.ts'
import { sameGroups } from '../slices/count-groups.ts'
import type { SliceContents } from '../slices/slice-contents.ts'
import { diffWindow } from './window-diff.ts'

type Contents = Pick<
  SliceUpdate,
  'rows' | 'order' | 'total' | 'groups' | 'window' | 'columns' | 'resourceVersion' | 'versions'
>

/** The change from the content that a page holds to the present one; empty when they are equal. */
export function contentsChange(
  held: SliceContents | undefined,
  { rows: wanted, total, groups, window, columns, resourceVersion, versions }: SliceContents,
): Contents {
  const { rows, order } = diffWindow(held?.rows ?? [], wanted)
  const isNewGroups = groups && !(held?.groups && sameGroups(groups, held.groups))
  const isNewWindow =
    window && !(held?.window?.offset === window.offset && held.window.limit === window.limit)
  const change: Contents = {
    ...(rows.length > 0 && { rows }),
    ...(order && { order }),
    ...(total !== held?.total && { total }),
    ...(isNewGroups && { groups }),
    // The first update has an order even if the slice is empty: it marks the slice as answered.
    ...(!held && { order: order ?? { at: 0, remove: 0, insert: [] } }),
    ...(isNewWindow && { window }),
    ...(columns && columns !== held?.columns && { columns }),
  }
  if (Object.keys(change).length === 0 || resourceVersion === '') return change
  return { ...change, resourceVersion, ...(versions && { versions }) }
}
