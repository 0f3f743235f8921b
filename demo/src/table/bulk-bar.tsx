import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/format-number.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  readonly selection: Selection
  /** All rows that match the filter. */
  readonly total: number
  /** The actions on the selected rows. */
  readonly children?: ReactNode
}

/** What can be done with the selected rows. */
export function BulkBar({ selection, total, children }: BulkBarProps): ReactNode {
  const { count, clear, selectAll } = selection
  if (count === 0) return null
  return (
    <section className="bulk-bar" aria-label="Selected rows" data-testid="bulk-bar">
      <b aria-live="polite">{formatNumber(count)} selected</b>
      {count < total && (
        <Button variant="quiet" onClick={selectAll}>
          Select all {formatNumber(total)}
        </Button>
      )}
      <span className="bulk-actions">{children}</span>
      <IconButton
        label="Clear the selection"
        hotkey="Escape"
        icon={<X size={16} aria-hidden />}
        onClick={clear}
      />
    </section>
  )
}
