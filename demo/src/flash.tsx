import { type ReactNode, useState } from 'react'

/** The text of a cell. It is highlighted briefly when it changes, but not when it first appears, e.g. by scrolling. */
export function Flash({ children: text }: { readonly children: string | number }): ReactNode {
  const [seen, setSeen] = useState({ text, changes: 0 })
  if (seen.text !== text) setSeen({ text, changes: seen.changes + 1 })
  return (
    // A new key creates a new element, which restarts the animation.
    <span key={seen.changes} className={seen.changes > 0 ? 'value flash' : 'value'}>
      {text}
    </span>
  )
}
