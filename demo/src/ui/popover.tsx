import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PopoverProps {
  /** The button that opens the popover. */
  readonly trigger: ReactElement
  /** The heading, which names the popover. */
  readonly title: ReactNode
  /** Whether only assistive technology gets the title. @default false */
  readonly hideTitle?: boolean
  readonly children: ReactNode
  /** @default 'start' */
  readonly align?: 'start' | 'center' | 'end'
  readonly open?: boolean | undefined
  readonly onOpenChange?: ((open: boolean) => void) | undefined
}

/** A small panel beside its button. */
export function Popover(props: PopoverProps): ReactNode {
  const { trigger, title, hideTitle, children, align, open, onOpenChange } = props
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          align={align ?? 'start'}
          sideOffset={4}
          collisionPadding={8}
          className="positioner"
        >
          <BasePopover.Popup className="popover">
            <BasePopover.Title className={classNames('popover-title', hideTitle && 'visually-hidden')}>
              {title}
            </BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
