import type { SliceWindow } from '@kube-informer/worker'
import { type MouseEvent, type ReactNode, useEffect, useId } from 'react'
import { pluralOf } from '../kinds/plural.ts'
import { GridLines } from './grid-lines.tsx'
import type { TableGridProps } from './grid-props.ts'
import { keyOf } from './object-key.ts'
import { sameWindow, windowAround } from './row-window.ts'
import { type Lines, lineAt, lineOf, type Section } from './sections.ts'
import { TableHead } from './table-head.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { useScrollToTop } from './use-scroll-to-top.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

/** The number of placeholder rows until the total is known. */
const PLACEHOLDERS = 40
const SELECT_WIDTH = 30

/** The rows on screen, and the keys and clicks of all of them. The page only holds the rows of the window. */
export function TableGrid(props: TableGridProps): ReactNode {
  const { kind, table, rows, lines, selection, window, onWindow, query, scroller } = props
  const { data, isPending } = rows
  const offset = rows.window?.offset ?? 0
  const id = useId()
  const count = isPending ? PLACEHOLDERS : lines.count
  const { items, height, scrollToIndex } = useVirtualRows(count, scroller)
  const wanted = windowOf(lines, items[0]?.index ?? 0, items.at(-1)?.index ?? PLACEHOLDERS)
  useEffect(() => {
    if (!sameWindow(wanted, window)) onWindow(wanted)
  })
  useScrollToTop(query, scroller)

  const keyAt = (line: number): string | undefined => {
    const at = lineAt(lines, line)
    const object = 'row' in at ? data[at.row - offset] : undefined
    return object && keyOf(object)
  }
  const lineOfKey = (key: string): number | undefined => {
    const row = data.findIndex(object => keyOf(object) === key)
    return row < 0 ? undefined : lineOf(lines, row + offset)
  }
  const sectionAt = (line: number): Section | undefined => {
    const at = lineAt(lines, line)
    return 'section' in at ? at.section : undefined
  }
  const { active, setActive, onKeyDown } = useGridKeys({
    ...props,
    count: isPending ? 0 : lines.count,
    keyAt,
    lineOfKey,
    sectionAt,
    scrollToLine: scrollToIndex,
  })
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const row = (event.target as Element).closest<HTMLElement>('[data-line]')
    if (row === null) return
    const line = Number(row.dataset.line)
    setActive(line)
    const section = sectionAt(line)
    const key = row.dataset.key
    if (section) props.onToggleSection(section)
    else if (key !== undefined && isSelecting(event)) selection.toggle(key, event.shiftKey)
  }
  const isMounted = items.some(({ index }) => index === active)

  // Headings of sections open and close, which rows of a grid do not.
  const role = lines.sections.length > 0 ? 'treegrid' : 'grid'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a grid in either case
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support them
    <div
      ref={scroller}
      role={role}
      className="grid"
      aria-label={pluralOf(kind.kind)}
      aria-rowcount={isPending ? -1 : lines.count + 1}
      aria-colcount={table.columns.length + 1}
      aria-busy={isPending || rows.isPlaceholderData}
      aria-multiselectable="true"
      aria-activedescendant={isMounted ? `${id}-${active}` : undefined}
      tabIndex={0}
      data-testid="resource-table"
      style={{
        '--columns': `${SELECT_WIDTH}px ${table.template}`,
        '--min-width': `${SELECT_WIDTH + table.minWidth}px`,
        '--narrow-columns': `${SELECT_WIDTH}px ${table.narrowTemplate}`,
      }}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={event => {
        const row = (event.target as Element).closest<HTMLElement>('[data-key]')
        if (row) setActive(Number(row.dataset.line))
      }}
    >
      <TableHead headers={table.headers} selected={selection.extent} onSelectAll={selection.toggleAll} />
      <div className="rows" style={{ height }}>
        <GridLines
          {...props}
          id={id}
          items={items}
          active={active}
          rowAt={row => (isPending ? undefined : data[row - offset])}
        />
      </div>
    </div>
  )
}

/** A press on the box of a row, or with a modifier key anywhere on it. */
const isSelecting = ({ target, shiftKey, metaKey, ctrlKey }: MouseEvent): boolean =>
  (target as Element).closest('.select-cell') !== null ||
  ((shiftKey || metaKey || ctrlKey) && (target as Element).closest('a') === null)

/** The window of the rows between two lines. */
function windowOf(lines: Lines, first: number, last: number): SliceWindow {
  const rowAt = (line: number): number => {
    const at = lineAt(lines, line)
    return 'row' in at ? at.row : at.section.offset
  }
  return windowAround(rowAt(first), rowAt(last))
}
