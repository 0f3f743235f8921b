import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

interface PickerButtonProps extends ComponentProps<'button'> {
  /** Shown before the text. */
  readonly mark?: ReactNode
  readonly text: string
}

/** The button of a picker of the top bar. */
export function PickerButton({ mark, text, className, ...props }: PickerButtonProps): ReactNode {
  return (
    <button type="button" {...props} className={classNames('button quiet picker', className)}>
      {mark}
      <span className="picker-text">{text}</span>
      <ChevronsUpDown size={13} aria-hidden />
    </button>
  )
}
