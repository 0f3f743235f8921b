import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface SelectOption<TValue extends string> {
  readonly value: TValue
  readonly label: string
}

interface SelectProps<TValue extends string> {
  /** The accessible name. */
  readonly label: string
  readonly value: TValue
  readonly onValue: (value: TValue) => void
  readonly options: readonly SelectOption<TValue>[]
  /** @default false */
  readonly disabled?: boolean
  readonly className?: string | undefined
}

/** A choice of one of a few values. */
export function Select<TValue extends string>(props: SelectProps<TValue>): ReactNode {
  const { label, value, onValue, options, disabled, className } = props
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={chosen => chosen !== null && onValue(chosen)}
      disabled={disabled ?? false}
    >
      <BaseSelect.Trigger className={classNames('button plain select', className)} aria-label={label}>
        <BaseSelect.Value />
        <ChevronsUpDown size={13} aria-hidden />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className="positioner" sideOffset={4} alignItemWithTrigger={false}>
          <CSPProvider disableStyleElements>
            <BaseSelect.Popup className="menu">
              <BaseSelect.List>
                {options.map(option => (
                  <BaseSelect.Item key={option.value} value={option.value} className="menu-item">
                    <span className="menu-icon">
                      <BaseSelect.ItemIndicator>
                        <Check size={14} aria-hidden />
                      </BaseSelect.ItemIndicator>
                    </span>
                    <BaseSelect.ItemText className="menu-text">{option.label}</BaseSelect.ItemText>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </CSPProvider>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
