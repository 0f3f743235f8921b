import { Switch as BaseSwitch } from '@base-ui/react/switch'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface SwitchProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** @default false */
  readonly disabled?: boolean
  readonly className?: string | undefined
}

/** Turns something on or off at once. */
export function Switch({ label, checked, onChange, disabled, className }: SwitchProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button with a hidden checkbox
    <label className={classNames('field-row', className)}>
      <BaseSwitch.Root
        className="switch"
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
      >
        <BaseSwitch.Thumb className="switch-thumb" />
      </BaseSwitch.Root>
      {label}
    </label>
  )
}
