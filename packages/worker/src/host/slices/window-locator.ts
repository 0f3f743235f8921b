import type { Row } from '@kube-informer/core'
import type { AnchorWindow, Slice, SliceWindow } from '../../api/subscription.ts'
import type { SortedRows } from './sorted-rows.ts'

/**
 * Finds where the window of one slice starts. Once an anchor has left the rows, the position that its last row has in the
 * order is used.
 */
export class WindowLocator {
  readonly #window: SliceWindow | AnchorWindow | undefined
  /** The last row of the anchor. */
  #anchor: Row | undefined

  constructor(window: Slice['window']) {
    this.#window =
      window && !('anchor' in window) ? { offset: window.offset ?? 0, limit: window.limit } : window
  }

  /** The window before any row is known; undefined for all rows. */
  get initial(): SliceWindow | undefined {
    const window = this.#window
    return window && 'anchor' in window ? { offset: 0, limit: window.limit } : window
  }

  /** The present window; undefined for all rows. */
  locate(rows: SortedRows): SliceWindow | undefined {
    const window = this.#window
    if (!window || !('anchor' in window)) return window
    const { anchor, before = 0, limit } = window
    this.#anchor = rows.get(anchor) ?? this.#anchor ?? rows.find(anchor)
    const at = this.#anchor ? rows.countBefore(this.#anchor) : 0
    return { offset: Math.max(0, at - before), limit }
  }
}
