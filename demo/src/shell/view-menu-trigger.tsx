import { EllipsisVertical } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { SavedView } from '../navigation/saved-views.ts'

interface ViewMenuTriggerProps extends ComponentProps<'button'> {
  readonly view: SavedView
}

/** The button that opens the menu of a view. */
export function ViewMenuTrigger({ view, ...props }: ViewMenuTriggerProps): ReactNode {
  return (
    <button {...props} type="button" className="star" aria-label={`Actions of the view ${view.name}`}>
      <EllipsisVertical size={13} aria-hidden />
    </button>
  )
}
