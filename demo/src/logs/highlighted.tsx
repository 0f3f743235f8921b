import type { ReactNode } from 'react'

interface HighlightedProps {
  readonly text: string
  /** In lower case; empty for none. */
  readonly find: string
}

/** A text in which a search text is marked. */
export function Highlighted({ text, find }: HighlightedProps): ReactNode {
  if (find === '') return text
  const parts: ReactNode[] = []
  const lower = text.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(find); at >= 0; at = lower.indexOf(find, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + find.length)}</mark>)
    from = at + find.length
  }
  return [...parts, text.slice(from)]
}
