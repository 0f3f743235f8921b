import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface CheckboxProps {
  /** The accessible name. It is shown unless `hideLabel` is set. */
  readonly label: string
  readonly hideLabel?: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean, event: Event) => void
  /** Whether only a part is selected. @default false */
  readonly indeterminate?: boolean
  /** @default false */
  readonly disabled?: boolean
  readonly className?: string | undefined
}

/** A box to select something. `onChange` gets the event: a press with Shift selects a range. */
export function Checkbox(props: CheckboxProps): ReactNode {
  const { label, hideLabel, checked, onChange, indeterminate, disabled, className } = props
  const box = (
    <BaseCheckbox.Root
      className={classNames('checkbox', className)}
      checked={checked}
      indeterminate={indeterminate ?? false}
      disabled={disabled ?? false}
      onCheckedChange={(value, details) => onChange(value, details.event)}
      {...(hideLabel ? { 'aria-label': label } : {})}
    >
      <BaseCheckbox.Indicator className="checkbox-indicator">
        {indeterminate ? <Minus size={12} aria-hidden /> : <Check size={12} aria-hidden />}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
  if (hideLabel) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button with a hidden input
    <label className="field-row">
      {box}
      {label}
    </label>
  )
}
