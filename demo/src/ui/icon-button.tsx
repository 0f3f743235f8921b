import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'> {
  /** The accessible name, which the tooltip shows. */
  readonly label: string
  readonly icon: ReactNode
  /** A key that does the same, e.g. `t`. The tooltip shows it. */
  readonly hotkey?: string | undefined
  readonly variant?: 'quiet' | 'danger'
  readonly className?: string | undefined
}

/** A square button with an icon, whose tooltip is its name. */
export function IconButton({
  label,
  icon,
  hotkey,
  variant,
  className,
  ...props
}: IconButtonProps): ReactNode {
  return (
    <Tooltip text={label} hotkey={hotkey}>
      <button
        type="button"
        {...props}
        aria-label={label}
        className={classNames('icon-button', variant ?? 'quiet', className)}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
