import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'

interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  readonly children: ReactNode
  /** @default 'start' */
  readonly align?: 'start' | 'center' | 'end'
  readonly open?: boolean | undefined
  readonly onOpenChange?: ((open: boolean) => void) | undefined
}

/** A button with a menu of `MenuItem`s. */
export function Menu({ trigger, children, align, open, onOpenChange }: MenuProps): ReactNode {
  return (
    <BaseMenu.Root open={open} onOpenChange={onOpenChange}>
      <BaseMenu.Trigger render={trigger} />
      <MenuPopup align={align ?? 'start'}>{children}</MenuPopup>
    </BaseMenu.Root>
  )
}

function MenuPopup({ children, ...position }: BaseMenu.Positioner.Props): ReactNode {
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner sideOffset={4} collisionPadding={8} {...position} className="positioner">
        <BaseMenu.Popup className="menu">{children}</BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  )
}

interface MenuItemProps {
  readonly children: ReactNode
  readonly onSelect: () => void
  readonly icon?: ReactNode
  /** A key that does the same. */
  readonly hotkey?: string | undefined
  /** @default false */
  readonly danger?: boolean
  /** @default false */
  readonly disabled?: boolean
}

export function MenuItem({ children, onSelect, icon, hotkey, danger, disabled }: MenuItemProps): ReactNode {
  return (
    <BaseMenu.Item
      className={classNames('menu-item', danger && 'danger')}
      onClick={onSelect}
      disabled={disabled ?? false}
    >
      <span className="menu-icon">{icon}</span>
      <span className="menu-text">{children}</span>
      {hotkey !== undefined && <Kbd keys={hotkey} />}
    </BaseMenu.Item>
  )
}

interface MenuCheckboxProps {
  readonly children: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** @default false */
  readonly disabled?: boolean
}

/** An item that is on or off. The menu stays open. */
export function MenuCheckbox({ children, checked, onChange, disabled }: MenuCheckboxProps): ReactNode {
  return (
    <BaseMenu.CheckboxItem
      className="menu-item"
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled ?? false}
    >
      <span className="menu-icon">
        <BaseMenu.CheckboxItemIndicator>
          <Check size={14} aria-hidden />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      <span className="menu-text">{children}</span>
    </BaseMenu.CheckboxItem>
  )
}

interface MenuChoicesProps<TValue extends string> {
  readonly label: string
  readonly value: TValue
  readonly onValue: (value: TValue) => void
  readonly choices: readonly { readonly value: TValue; readonly label: ReactNode }[]
}

/** A labelled group of items of which one is chosen. */
export function MenuChoices<TValue extends string>(props: MenuChoicesProps<TValue>): ReactNode {
  const { label, value, onValue, choices } = props
  return (
    <MenuGroup label={label}>
      <BaseMenu.RadioGroup value={value} onValueChange={onValue}>
        {choices.map(choice => (
          <BaseMenu.RadioItem key={choice.value} value={choice.value} className="menu-item" closeOnClick>
            <span className="menu-icon">
              <BaseMenu.RadioItemIndicator>
                <Check size={14} aria-hidden />
              </BaseMenu.RadioItemIndicator>
            </span>
            <span className="menu-text">{choice.label}</span>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </MenuGroup>
  )
}

function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="menu-label">{label}</BaseMenu.GroupLabel>
      {children}
    </BaseMenu.Group>
  )
}

export const MenuSeparator = (): ReactNode => <BaseMenu.Separator className="menu-separator" />
