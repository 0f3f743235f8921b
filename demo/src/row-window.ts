import type { SliceWindow } from '@kube-informer/worker'

/** Windows start and end on multiples of this, so that scrolling asks anew every few screens and not every row. */
const STEP = 50
/** Rows asked for beyond the screen, in each direction. */
const MARGIN = 25

/** The window that covers rows `first` to `last`, with room to scroll. */
export function windowAround(first: number, last: number): SliceWindow {
  const offset = Math.max(0, Math.floor((first - MARGIN) / STEP) * STEP)
  const end = Math.ceil((last + 1 + MARGIN) / STEP) * STEP
  return { offset, limit: end - offset }
}

export const sameWindow = (a: SliceWindow, b: SliceWindow): boolean =>
  a.offset === b.offset && a.limit === b.limit
