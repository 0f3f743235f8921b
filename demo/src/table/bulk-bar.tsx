import type { ReactNode } from 'react'
import { deferred } from '../ui/deferred.ts'
import type { BulkBarProps } from './bulk-actions.tsx'

/** The actions, which are many, come after the first rows. */
const BulkActions = deferred<BulkBarProps>(
  () => import('./bulk-actions.tsx').then(module => module.BulkActions),
  () => null,
)

/** What can be done with the selected rows. */
export function BulkBar(props: BulkBarProps): ReactNode {
  return props.selection.count > 0 && <BulkActions {...props} />
}
