import { deferred, pressWhenLoaded } from '../ui/deferred.ts'
import type { ColumnChooserProps } from './column-popover.tsx'
import { ColumnsButton } from './columns-button.tsx'

/** Which columns are shown, and in which order. */
export const ColumnChooser = deferred<ColumnChooserProps>(
  () => import('./column-popover.tsx').then(module => module.ColumnPopover),
  () => <ColumnsButton onClick={pressWhenLoaded} />,
)
