import type { SliceWindow } from '@kube-informer/worker'

/** Windows start and end at multiples of this, so that scrolling changes the window every few screens, not every row. */
const STEP = 50
/** Additional rows beyond the screen, in each direction. */
const MARGIN = 25

/** The window of the rows `first` to `last` and a margin. */
export function windowAround(first: number, last: number): SliceWindow {
  const offset = Math.max(0, Math.floor((first - MARGIN) / STEP) * STEP)
  const end = Math.ceil((last + 1 + MARGIN) / STEP) * STEP
  return { offset, limit: end - offset }
}

export const sameWindow = (a: SliceWindow, b: SliceWindow): boolean =>
  a.offset === b.offset && a.limit === b.limit
