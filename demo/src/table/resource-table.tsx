import { lazy, type ReactNode, Suspense, useDeferredValue, useRef, useState } from 'react'
import { useEndFrame } from '../first-frame/use-end-frame.ts'
import { definedName, type Kind } from '../kinds/kind.ts'
import { fieldsOf, viewOf } from '../kinds/views.ts'
import type { OnSearch } from '../navigation/change.ts'
import { useLinks } from '../navigation/links.ts'
import { useObjectLinks } from '../navigation/object-links.ts'
import type { TableSearch } from '../navigation/search.ts'
import { BulkBar } from './bulk-bar.tsx'
import { excludeValues } from './collapsed-filter.ts'
import { locationOf } from './object-key.ts'
import { RowMenu } from './row-menu.tsx'
import { windowAround } from './row-window.ts'
import { plainLines, type Section, sectionLines } from './sections.ts'
import { serverView } from './server-view.ts'
import { StatusFacets } from './status-facets.tsx'
import { TableGrid } from './table-grid.tsx'
import { parseSorting, sliceSort } from './table-state.ts'
import { TableToolbar } from './table-toolbar.tsx'
import { useCompiledFilter } from './use-compiled-filter.ts'
import { useCounts } from './use-counts.ts'
import { useKindTable } from './use-kind-table.ts'
import { useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'

interface ResourceTableProps {
  readonly kind: Kind
  readonly search: TableSearch
  readonly onSearch: OnSearch<TableSearch>
}

const TableNotice = lazy(() => import('./table-notice.tsx').then(module => ({ default: module.TableNotice })))

const NO_ROWS = { offset: 0, limit: 0 }
const NOTHING: ReadonlySet<string> = new Set()

/** The objects of a kind. */
export function ResourceTable(props: ResourceTableProps): ReactNode {
  const { group, version, plural } = props.kind
  const id = `${group}/${version}/${plural}`
  return <KindTable key={id} id={id} {...props} />
}

function KindTable({ id, kind, search, onSearch }: ResourceTableProps & { readonly id: string }): ReactNode {
  const name = definedName(kind)
  const links = useLinks()
  const objectLinks = useObjectLinks()
  const scroller = useRef<HTMLDivElement>(null)
  const namespaces = useNamespaces(search, kind)
  const text = search.filter ?? ''
  const columnsOfServer = useRows(kind, { namespaces, window: NO_ROWS, enabled: name === undefined }).columns
  const view = name === undefined ? serverView(kind, columnsOfServer ?? []) : viewOf(name)
  const fields = fieldsOf(view.columns, view.fields)
  const { filter, mistake } = useCompiledFilter(useDeferredValue(text), fields)
  const grouping = view.groupings?.find(each => each.id === search.group)
  const [collapsed, setCollapsed] = useState(NOTHING)
  const [window, setWindow] = useState(() => windowAround(0, 40))
  const order = parseSorting(search.sort ?? view.sort ?? '', view.columns)
  const sort = [...(grouping ? [grouping.sort] : []), ...sliceSort(order, view.columns)]
  const shown = excludeValues(filter, grouping && fields.find(field => field.id === grouping.id), collapsed)
  const rows = useRows(kind, { namespaces, filter: shown, sort, window })
  useEndFrame(!rows.isPending || rows.error !== undefined)
  const counts = useCounts(kind, { namespaces, filter, grouping })
  const total = grouping ? counts.total : rows.total
  const lines = grouping ? sectionLines(counts.groups, total, collapsed) : plainLines(total)
  const query = JSON.stringify([namespaces, filter, sort])
  const table = useKindTable({ id, view, data: rows.data, search, onSearch })
  const selection = useSelection(table, total, query)
  const setFilter = (next: string, replace: boolean): void =>
    onSearch({ filter: next || undefined }, { replace })
  const toggleSection = ({ value }: Section): void =>
    setCollapsed(
      new Set(collapsed.has(value) ? [...collapsed].filter(each => each !== value) : [...collapsed, value]),
    )

  return (
    <main className="table-page">
      <TableToolbar
        kind={kind}
        total={rows.isPending ? undefined : total}
        namespaces={namespaces}
        fields={fields}
        mistake={mistake}
        filter={text}
        onFilter={next => setFilter(next, true)}
        onLeaveFilter={() => scroller.current?.focus()}
        columns={view.columns}
        shown={table.columns}
        onColumns={table.setColumns}
        groupings={view.groupings ?? []}
        group={grouping?.id}
        onGroup={next => {
          setCollapsed(NOTHING)
          table.setGroup(next)
        }}
      />
      <StatusFacets
        kind={kind}
        fields={fields}
        namespaces={namespaces}
        filter={text}
        onFilter={next => setFilter(next, false)}
      />
      <RowMenu kind={kind} links={links} onFilterNamespace={namespace => onSearch({ namespace })}>
        <TableGrid
          kind={kind}
          table={table}
          rows={rows}
          lines={lines}
          groupLabel={grouping?.label ?? ''}
          links={objectLinks}
          selection={selection}
          window={window}
          onWindow={setWindow}
          onToggleSection={toggleSection}
          onOpen={key => objectLinks.open(kind, locationOf(key))}
          query={query}
          scroller={scroller}
        />
      </RowMenu>
      <Suspense fallback={null}>
        <TableNotice
          kind={kind}
          rows={rows}
          total={total}
          namespaces={namespaces}
          isFiltered={filter !== undefined}
          onClearFilter={() => setFilter('', false)}
        />
      </Suspense>
      <BulkBar
        kind={kind}
        selection={selection}
        total={total}
        namespaces={namespaces}
        filter={filter}
        loaded={rows.data}
      />
    </main>
  )
}

function useNamespaces({ namespace }: TableSearch, kind: Kind): readonly string[] | undefined {
  return namespace === undefined || kind.namespaced === false ? undefined : namespace.split(',')
}
