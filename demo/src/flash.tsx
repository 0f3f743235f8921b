import { type ReactNode, useState } from 'react'

/** A cell's text, which lights up for a moment when it changes; not when it first appears, as by scrolling. */
export function Flash({ children: text }: { readonly children: string | number }): ReactNode {
  const [seen, setSeen] = useState({ text, changes: 0 })
  if (seen.text !== text) setSeen({ text, changes: seen.changes + 1 })
  return (
    // Another key is another element, and that is what starts the animation again.
    <span key={seen.changes} className={seen.changes > 0 ? 'value flash' : 'value'}>
      {text}
    </span>
  )
}
