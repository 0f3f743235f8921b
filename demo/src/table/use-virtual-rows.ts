import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import type { RefObject } from 'react'

/** In pixels. */
export const ROW_HEIGHT = 30
/** In pixels. */
export const HEAD_HEIGHT = 34

interface VirtualRows {
  /** The rows on screen and some around them. */
  readonly items: readonly VirtualItem[]
  /** Of all rows, in pixels. */
  readonly height: number
  scrollToIndex(index: number): void
}

/** The rows of a table to render. The virtualizer changes in place, so the React compiler must not memoize what it returns. */
export function useVirtualRows(count: number, scroller: RefObject<HTMLElement | null>): VirtualRows {
  'use no memo'
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    scrollToIndex: index => virtualizer.scrollToIndex(index),
  }
}
