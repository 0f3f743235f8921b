import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Mistake } from '../filter/expression.ts'
import { FilterInput } from '../filter/filter-input.tsx'
import type { Column, Field, Grouping } from '../kinds/columns/column.ts'
import type { Kind } from '../kinds/kind.ts'
import { pluralOf } from '../kinds/plural.ts'
import { formatNumber } from '../ui/format-number.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { GroupSelect } from './group-select.tsx'
import { useFieldValues } from './use-field-values.ts'

interface TableToolbarProps {
  readonly kind: Kind
  readonly total: number | undefined
  readonly namespaces: readonly string[] | undefined
  readonly fields: readonly Field[]
  readonly mistake: Mistake | undefined
  readonly filter: string
  readonly onFilter: (text: string) => void
  readonly onLeaveFilter: () => void
  readonly columns: readonly Column[]
  readonly shown: readonly Column[]
  readonly onColumns: (ids: readonly string[]) => void
  readonly groupings: readonly Grouping[]
  readonly group: string | undefined
  readonly onGroup: (id: string | undefined) => void
}

/** What is shown, and how many; the filter, the sections and the columns. */
export function TableToolbar(props: TableToolbarProps): ReactNode {
  const { kind, total, namespaces, fields, columns, groupings, group, onGroup } = props
  const [field, setField] = useState<string>()
  const values = useFieldValues(kind, { namespaces, fields, columns, field })
  return (
    <header className="table-toolbar">
      <h1>
        {pluralOf(kind.kind)}
        {total !== undefined && (
          <data className="table-total" value={total}>
            {formatNumber(total)}
          </data>
        )}
      </h1>
      <FilterInput
        text={props.filter}
        onText={props.onFilter}
        fields={fields}
        mistake={props.mistake}
        values={values}
        onField={setField}
        onLeave={props.onLeaveFilter}
      />
      {groupings.length > 0 && <GroupSelect groupings={groupings} group={group} onGroup={onGroup} />}
      <ColumnChooser all={columns} shown={props.shown} onChange={props.onColumns} />
    </header>
  )
}
