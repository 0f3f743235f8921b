import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Moves the focus to a new page, so that a screen reader reads its heading. The first page leaves it where it is. */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) focusPage()
      }),
    [router],
  )
}

/** Focuses the heading of the page, or what the page says should have the focus. */
export function focusPage(): void {
  const target = document.querySelector<HTMLElement>('main [data-autofocus], main h1, main')
  if (target === null) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
