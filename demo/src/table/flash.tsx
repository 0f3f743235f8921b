import { type ReactNode, useState } from 'react'
import { getNow } from '../ui/now.ts'

/**
 * The text of a cell. It is highlighted briefly when it changes, at most once a second, but not when it first appears, e.g.
 * by scrolling. The clock changes outside of React, so the compiler must not memoize it.
 */
export function Flash({ children: text }: { readonly children: string | number }): ReactNode {
  'use no memo'
  const now = getNow()
  const [seen, setSeen] = useState({ text, changes: 0, at: now })
  if (seen.text !== text) {
    const isRecent = seen.changes > 0 && seen.at === now
    setSeen({ text, changes: isRecent ? seen.changes : seen.changes + 1, at: now })
  }
  return (
    // A new key creates a new element, which restarts the animation.
    <span key={seen.changes} className={seen.changes > 0 ? 'value flash' : 'value'}>
      {text}
    </span>
  )
}
