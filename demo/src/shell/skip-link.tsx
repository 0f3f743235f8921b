import type { ReactNode } from 'react'
import { focusPage } from './use-focus-on-navigation.ts'

/** The first stop of the Tab key: past the bars to the page. */
export function SkipLink(): ReactNode {
  return (
    <button type="button" className="skip-link" onClick={focusPage}>
      Skip to the page
    </button>
  )
}
