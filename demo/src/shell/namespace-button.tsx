import type { ComponentProps, ReactNode } from 'react'
import { namespacesLabel } from './namespaces-label.ts'
import { PickerButton } from './picker-button.tsx'

interface NamespaceButtonProps extends ComponentProps<'button'> {
  readonly namespaces: readonly string[]
}

/** The chosen namespaces. */
export function NamespaceButton({ namespaces, ...props }: NamespaceButtonProps): ReactNode {
  const label = namespacesLabel(namespaces)
  return (
    <PickerButton
      {...props}
      aria-label={`Namespaces: ${label}`}
      data-testid="namespace-picker"
      text={label}
    />
  )
}
