import { useState } from 'react'
import { getNow } from '../ui/now.ts'

/**
 * The class of a cell that highlights it briefly when its text changes, at most once a second, but not when it first
 * appears, e.g. by scrolling. The clock changes outside of React, so the compiler must not memoize it.
 */
export function useFlash(text: string | number | undefined): string | false {
  'use no memo'
  const now = getNow()
  const [seen, setSeen] = useState({ text, changes: 0, at: now })
  if (seen.text !== text) {
    const isRecent = seen.changes > 0 && seen.at === now
    setSeen({ text, changes: isRecent ? seen.changes : seen.changes + 1, at: now })
  }
  // Another animation restarts it on the same element.
  return seen.changes > 0 && (seen.changes % 2 === 1 ? 'flash' : 'flash again')
}
