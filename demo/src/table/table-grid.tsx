import type { SliceWindow } from '@kube-informer/worker'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Kind } from '../kinds/kind.ts'
import { pluralOf } from '../kinds/plural.ts'
import type { Links } from '../navigation/links.ts'
import { keyOf } from './object-key.ts'
import { sameWindow, windowAround } from './row-window.ts'
import { type Lines, lineAt, lineOf, type Section } from './sections.ts'
import { TableHead } from './table-head.tsx'
import { PlaceholderRow, SectionRow, TableRow } from './table-row.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import type { KindTable } from './use-kind-table.ts'
import type { Rows } from './use-rows.ts'
import type { Selection } from './use-selection.ts'
import { HEAD_HEIGHT, useVirtualRows } from './use-virtual-rows.ts'

/** The number of placeholder rows until the total is known. */
const PLACEHOLDERS = 40
const SELECT_WIDTH = 30

export interface TableGridProps {
  readonly kind: Kind
  readonly table: KindTable
  readonly rows: Rows
  readonly lines: Lines
  /** What the sections are made of. */
  readonly groupLabel: string
  readonly links: Links
  readonly selection: Selection
  readonly window: SliceWindow
  readonly onWindow: (window: SliceWindow) => void
  readonly onToggleSection: (section: Section) => void
  readonly onOpen: (key: string) => void
  /** Equal for equal requests: another one starts at the first row. */
  readonly query: string
  readonly scroller: RefObject<HTMLDivElement | null>
}

/** The rows on screen, and the keys and clicks of all of them. The page only holds the rows of the window. */
export function TableGrid(props: TableGridProps): ReactNode {
  const { kind, table, rows, lines, links, selection, window, onWindow, query, scroller } = props
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

  return (
    <div
      ref={scroller}
      role="grid"
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
        {items.map(({ index, start }) => {
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
          const object = isPending ? undefined : data[line.row - offset]
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
        })}
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

/** Scrolls to the first row after a new query. */
function useScrollToTop(query: string, scroller: RefObject<HTMLDivElement | null>): void {
  const last = useRef(query)
  useLayoutEffect(() => {
    if (last.current === query) return
    last.current = query
    scroller.current?.scrollTo({ top: 0 })
  }, [query, scroller])
}
