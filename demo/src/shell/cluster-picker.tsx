import { deferred, pressWhenLoaded } from '../ui/deferred.ts'
import { ClusterButton, type ClusterPickerProps } from './cluster-button.tsx'

/** The cluster that is shown, and the others of this site. */
export const ClusterPicker = deferred(
  () => import('./cluster-menu.tsx').then(module => module.ClusterMenu),
  ({ info }: ClusterPickerProps) => <ClusterButton info={info} onClick={pressWhenLoaded} />,
)
