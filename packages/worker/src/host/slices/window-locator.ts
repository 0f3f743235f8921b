import type { Row } from '@kube-informer/core'
import type { AnchorWindow, Slice, SliceWindow } from '../../api/subscription.ts'
import type { SortedRows } from './sorted-rows.ts'

/**
 * Finds where the window of one slice starts. Once an anchor has left the rows, the position that its last row has in the
 * order is used.
 */
export class WindowLocator {
  readonly #window: SliceWindow | AnchorWindow | undefined
  readonly #clamps: boolean
  /** The last row of the anchor. */
  #anchor: Row | undefined

  constructor({ window, clampWindow = false }: Pick<Slice, 'window' | 'clampWindow'>) {
    this.#clamps = clampWindow
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
    if (!window) return undefined
    if (!('anchor' in window)) return this.#clamps ? clamped(window, rows.size) : window
    const { anchor, before = 0, limit } = window
    this.#anchor = rows.get(anchor) ?? this.#anchor ?? rows.find(anchor)
    const at = this.#anchor ? rows.countBefore(this.#anchor) : 0
    return { offset: Math.max(0, at - before), limit }
  }
}

/** The window itself, or the last one before it that has rows, at a distance of whole windows. */
function clamped({ offset, limit }: SliceWindow, total: number): SliceWindow {
  if (offset < total || limit === 0) return { offset, limit }
  const back = Math.ceil((offset - total + 1) / limit) * limit
  return { offset: Math.max(0, offset - back), limit }
}
