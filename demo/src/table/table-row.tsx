import type { KubernetesObject } from '@kube-informer/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Column } from '../kinds/columns/column.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectLinks } from '../navigation/object-links.ts'
import { formatNumber } from '../ui/format-number.ts'
import type { Section } from './sections.ts'
import { TableCell } from './table-cell.tsx'

interface LineProps {
  readonly id: string
  readonly line: number
  /** In pixels. */
  readonly top: number
  readonly isActive: boolean
}

interface TableRowProps extends LineProps {
  readonly rowKey: string
  readonly kind: Kind
  readonly object: KubernetesObject
  readonly columns: readonly Column[]
  readonly links: ObjectLinks
  readonly isSelected: boolean
}

/**
 * One object. Memoized: the object of an unchanged row is the same reference, so only changed rows render. The grid handles
 * the events of all rows.
 */
export const TableRow = memo(function TableRow(props: TableRowProps): ReactNode {
  const { id, rowKey, line, top, kind, object, columns, links, isSelected, isActive } = props
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
    <div
      role="row"
      id={id}
      className={`row${isSelected ? ' selected' : ''}${isActive ? ' active' : ''}`}
      style={{ top }}
      aria-rowindex={line + 2}
      aria-selected={isSelected}
      data-testid="row"
      data-key={rowKey}
      data-line={line}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row */}
      <span role="gridcell" className="cell select-cell">
        <span
          role="checkbox"
          className="box"
          tabIndex={-1}
          aria-checked={isSelected}
          aria-label={`Select ${object.metadata?.name ?? ''}`}
        />
      </span>
      {columns.map(column => (
        <TableCell key={column.id} kind={kind} column={column} object={object} links={links} />
      ))}
    </div>
  )
})

/** The heading of a section. */
export const SectionRow = memo(function SectionRow(
  props: LineProps & { readonly section: Section; readonly label: string; readonly span: number },
): ReactNode {
  const { id, line, top, isActive, section, label, span } = props
  const { value, count, isCollapsed } = section
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
    <div
      role="row"
      id={id}
      className={`row section${isActive ? ' active' : ''}`}
      style={{ top }}
      aria-rowindex={line + 2}
      aria-expanded={!isCollapsed}
      data-section={value}
      data-line={line}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row */}
      <span role="gridcell" aria-colspan={span}>
        {isCollapsed ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
        <span className="muted">{label}</span> <b className="section-value">{value || 'none'}</b>{' '}
        <span className="muted">{formatNumber(count)}</span>
      </span>
    </div>
  )
})

/** A placeholder for a row that the worker has not delivered yet. */
export const PlaceholderRow = memo(function PlaceholderRow({
  line,
  top,
}: {
  readonly line: number
  readonly top: number
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a placeholder has no action
    <div role="row" className="row placeholder" aria-rowindex={line + 2} style={{ top }}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: a placeholder has no action */}
      <span role="gridcell">
        <i style={{ width: `${20 + ((line * 37) % 45)}%` }} />
        <span className="visually-hidden">Loading</span>
      </span>
    </div>
  )
})
