import { type ReactNode, useId, useRef } from 'react'
import { FilterField } from './filter-field.tsx'
import type { FilterFieldProps } from './filter-frame.tsx'
import { useFilterText } from './use-filter-text.ts'

interface FilterInputProps extends Omit<FilterFieldProps, 'typed' | 'input' | 'errorId'> {
  readonly text: string
  readonly onText: (text: string) => void
}

/** A filter expression. The key `/` of the shell focuses it. */
export function FilterInput({ text, onText, ...props }: FilterInputProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const typed = useFilterText(text, onText, input)
  const errorId = useId()
  return (
    <div className="filter" data-filter="">
      <FilterField {...props} typed={typed} input={input} errorId={errorId} />
      <p id={errorId} className="filter-mistake" role="status">
        {props.mistake?.message}
      </p>
    </div>
  )
}
