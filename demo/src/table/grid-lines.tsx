import type { KubernetesObject } from '@kube-informer/core'
import type { ReactNode } from 'react'
import type { TableGridProps } from './grid-props.ts'
import { keyOf } from './object-key.ts'
import { lineAt } from './sections.ts'
import { PlaceholderRow, SectionRow, TableRow } from './table-row.tsx'
import { HEAD_HEIGHT } from './use-virtual-rows.ts'

interface GridLinesProps extends TableGridProps {
  readonly id: string
  readonly items: readonly { readonly index: number; readonly start: number }[]
  readonly active: number | undefined
  readonly rowAt: (row: number) => KubernetesObject | undefined
}

/** The lines on screen: rows, headings of sections, and placeholders. */
export function GridLines(props: GridLinesProps): ReactNode {
  const { id, items, active, lines, table, kind, links, selection, rowAt } = props
  return items.map(({ index, start }) => {
    const top = start - HEAD_HEIGHT
    const line = lineAt(lines, index)
    const shared = { id: `${id}-${index}`, line: index, top, isActive: index === active }
    if ('section' in line)
      return (
        <SectionRow
          key={`section ${line.section.value}`}
          {...shared}
          section={line.section}
          label={props.groupLabel}
          span={table.columns.length + 1}
        />
      )
    const object = rowAt(line.row)
    if (object === undefined) return <PlaceholderRow key={index} line={index} top={top} />
    const key = keyOf(object)
    return (
      <TableRow
        key={key}
        {...shared}
        rowKey={key}
        kind={kind}
        object={object}
        columns={table.columns}
        links={links}
        isSelected={selection.has(key)}
      />
    )
  })
}
