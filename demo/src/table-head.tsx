import type { ReactNode } from 'react'
import { ariaSort, type Column, nextSort, type PodSort } from './columns.ts'

interface TableHeadProps {
  readonly columns: readonly Column[]
  readonly sort: PodSort | undefined
  readonly onSort: (sort: PodSort | undefined) => void
}

export function TableHead({ columns, sort, onSort }: TableHeadProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
    <div role="row" className="head" aria-rowindex={1}>
      {columns.map(({ id, label, by, numeric }) => (
        // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
        <span
          key={id}
          role="columnheader"
          className={numeric ? `column-${id} number` : `column-${id}`}
          aria-sort={ariaSort(sort, by)}
        >
          {by === undefined ? (
            label
          ) : (
            <button
              type="button"
              className="sort"
              onClick={() => onSort(nextSort(sort, by))}
              data-testid={`sort-${id}`}
            >
              {label}
              <i aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
    </div>
  )
}
