import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Scrolls to the first row after a new query. */
export function useScrollToTop(query: string, scroller: RefObject<HTMLDivElement | null>): void {
  const last = useRef(query)
  useLayoutEffect(() => {
    if (last.current === query) return
    last.current = query
    scroller.current?.scrollTo({ top: 0 })
  }, [query, scroller])
}
