import type { ReactNode } from 'react'
import { deferred } from '../ui/deferred.ts'
import { type FilterFieldProps, FilterFrame, inputProps } from './filter-frame.tsx'

/** The input of a filter. The suggestions come after the first rows. */
export const FilterField = deferred(
  () => import('./suggested-filter.tsx').then(module => module.SuggestedFilter),
  PlainFilter,
)

function PlainFilter(props: FilterFieldProps): ReactNode {
  const { typed, input, onLeave } = props
  return (
    <FilterFrame {...props}>
      <input
        {...inputProps(props)}
        ref={input}
        value={typed.text}
        onChange={({ target }) =>
          typed.change(target.value, target.selectionStart ?? target.value.length, false)
        }
        onKeyDown={({ key }) => {
          if (key === 'Escape' || key === 'Enter') onLeave()
        }}
      />
    </FilterFrame>
  )
}
