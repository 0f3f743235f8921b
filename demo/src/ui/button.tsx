import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** How much a button stands out. `plain` has an outline, `quiet` has none until the pointer is over it. */
type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** @default 'plain' */
  readonly variant?: ButtonVariant
  readonly icon?: ReactNode
  readonly className?: string | undefined
}

/** A button with a text, and perhaps an icon in front of it. */
export function Button({ variant, icon, className, children, ...props }: ButtonProps): ReactNode {
  return (
    <button type="button" {...props} className={classNames('button', variant ?? 'plain', className)}>
      {icon}
      {children}
    </button>
  )
}
