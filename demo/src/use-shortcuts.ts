import { type RefObject, useEffect, useEffectEvent } from 'react'

interface Shortcuts {
  readonly search: RefObject<HTMLInputElement | null>
  readonly onClose: () => void
  readonly onLeaveSearch: () => void
}

/** `/` focuses the search; Esc leaves it, or closes the Pod. */
export function useShortcuts({ search, onClose, onLeaveSearch }: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === '/' && !isTyping(event.target)) {
      event.preventDefault()
      search.current?.select()
    } else if (event.key === 'Escape') {
      if (event.target === search.current) onLeaveSearch()
      else onClose()
    }
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
