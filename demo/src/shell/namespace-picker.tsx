import { deferred, pressWhenLoaded } from '../ui/deferred.ts'
import { NamespaceButton } from './namespace-button.tsx'
import type { NamespacePickerProps } from './namespace-combobox.tsx'

/** The namespaces that the table shows, and the number of objects of the kind in each. */
export const NamespacePicker = deferred(
  () => import('./namespace-combobox.tsx').then(module => module.NamespaceCombobox),
  ({ namespaces }: NamespacePickerProps) => (
    <NamespaceButton namespaces={namespaces} onClick={pressWhenLoaded} />
  ),
)
