import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Tone } from './tone.ts'

interface TonedProps {
  /** Absent for a neutral one. */
  readonly tone?: Tone | undefined
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A short text in a frame. */
export const Badge = ({ tone, children, className }: TonedProps): ReactNode => (
  <span className={classNames('badge', tone, className)}>{children}</span>
)

/** A colored dot and the text of a status. Where all is well only the dot has the color. */
export const StatusDot = ({ tone, children, className }: TonedProps): ReactNode => (
  <span className={classNames('status', tone, className)}>
    <span>{children}</span>
  </span>
)
