import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import type { HeaderModel } from './use-kind-table.ts'

interface TableHeadProps {
  readonly headers: readonly HeaderModel[]
  readonly selected: 'all' | 'some' | 'none'
  readonly onSelectAll: () => void
}

/** The names of the columns. A press sorts; with Shift, after the columns that are sorted already. */
export function TableHead({ headers, selected, onSelectAll }: TableHeadProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
    <div role="row" className="head" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: its checkbox takes the focus */}
      <span role="columnheader" className="cell select-cell">
        <input
          type="checkbox"
          className="box"
          aria-label="Select all rows"
          checked={selected === 'all'}
          ref={box => {
            if (box) box.indeterminate = selected === 'some'
          }}
          onChange={onSelectAll}
        />
      </span>
      {headers.map(header => (
        <HeadCell key={header.column.id} {...header} />
      ))}
    </div>
  )
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

function HeadCell({ column, sorted, rank, toggleSort, resize, resetWidth }: HeaderModel): ReactNode {
  const { id, label, numeric, narrow, description } = column
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <span
      role="columnheader"
      className={classNames('cell', `column-${id}`, numeric && 'number', narrow && 'narrow')}
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
      title={description || undefined}
    >
      {toggleSort === undefined ? (
        <span className="label">{label}</span>
      ) : (
        <button type="button" className="sort" onClick={toggleSort} data-testid={`sort-${id}`}>
          {label}
          <i aria-hidden="true" className="sort-mark">
            {sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : ''}
            {rank > 0 ? rank : ''}
          </i>
        </button>
      )}
      <i
        aria-hidden="true"
        className="resize"
        onMouseDown={resize}
        onTouchStart={resize}
        onDoubleClick={resetWidth}
      />
    </span>
  )
}
