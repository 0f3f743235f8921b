import { Search, X } from 'lucide-react'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import type { Field } from '../kinds/columns/column.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Mistake } from './expression.ts'
import { FilterMarks } from './filter-marks.tsx'
import type { FilterText } from './use-filter-text.ts'

export interface FilterFieldProps {
  readonly typed: FilterText
  readonly input: RefObject<HTMLInputElement | null>
  readonly fields: readonly Field[]
  readonly mistake: Mistake | undefined
  readonly errorId: string
  /** The values to suggest for the field that is typed. */
  readonly values: readonly string[]
  /** The name of the field whose values are needed; undefined while none is typed. */
  readonly onField: (name: string | undefined) => void
  /** Enter without a suggestion, and Escape. */
  readonly onLeave: () => void
}

/** The attributes of the input, with and without suggestions. */
export const inputProps = ({ typed, mistake, errorId }: FilterFieldProps): ComponentProps<'input'> => ({
  className: 'filter-text',
  'aria-label': 'Filter',
  'aria-invalid': mistake !== undefined,
  'aria-describedby': mistake && errorId,
  placeholder: 'Filter: web status:Running age<1h',
  spellCheck: false,
  autoComplete: 'off',
  autoCapitalize: 'off',
  onFocus: () => typed.setFocused(true),
  onBlur: () => typed.setFocused(false),
})

type FilterFrameProps = Pick<FilterFieldProps, 'typed' | 'input' | 'mistake'> & {
  readonly children: ReactNode
}

/** What surrounds the input. */
export function FilterFrame({ typed, input, mistake, children }: FilterFrameProps): ReactNode {
  const { text, change } = typed
  return (
    <>
      <Search className="filter-icon" size={15} aria-hidden />
      <FilterMarks text={text} mistake={mistake} input={input} />
      {children}
      {text !== '' && (
        <IconButton
          className="filter-clear"
          label="Clear the filter"
          icon={<X size={14} aria-hidden />}
          onClick={() => change('', 0, true)}
        />
      )}
    </>
  )
}
