import type { KubernetesObject } from '@kube-informer/core'
import {
  type ColumnDef,
  columnGroupingFeature,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  metaHelper,
  type Row,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
import type { Column, KindView } from '../kinds/columns/column.ts'
import type { OnSearch } from '../navigation/change.ts'
import type { TableSearch } from '../navigation/search.ts'
import { readWidths, storeWidths } from './column-widths.ts'
import { keyOf } from './object-key.ts'
import {
  formatColumns,
  formatSorting,
  gridTemplate,
  minWidth,
  narrowTemplate,
  parseColumns,
  parseSorting,
} from './table-state.ts'

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnGroupingFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<{ column: Column }>(),
})

type Definition = ColumnDef<typeof features, KubernetesObject>

/** What the head shows of a column. */
export interface HeaderModel {
  readonly column: Column
  readonly sorted: false | 'asc' | 'desc'
  /** The position of the column in the order, from 1; 0 where it decides alone or not at all. */
  readonly rank: number
  /** Undefined for a column that cannot be sorted. With Shift, the other columns of the order stay. */
  readonly toggleSort: ((event: unknown) => void) | undefined
  readonly resize: (event: unknown) => void
  readonly resetWidth: () => void
}

interface KindTableOptions {
  /** Names the kind, for what this browser stores. */
  readonly id: string
  readonly view: KindView
  readonly data: readonly KubernetesObject[]
  readonly search: TableSearch
  readonly onSearch: OnSearch<TableSearch>
}

export interface KindTable {
  /** Those that are shown, in their order. */
  readonly columns: readonly Column[]
  readonly headers: readonly HeaderModel[]
  /** The widths of the columns, as CSS. */
  readonly template: string
  /** Of all columns together, in pixels. */
  readonly minWidth: number
  /** Of those on a narrow screen. */
  readonly narrowTemplate: string
  readonly selection: RowSelectionState
  readonly setSelection: (selection: RowSelectionState) => void
  /** With a range, all loaded rows since the last one are set too. */
  readonly toggleRow: (key: string, range: boolean) => void
  readonly setColumns: (ids: readonly string[]) => void
  readonly setGroup: (id: string | undefined) => void
}

/**
 * The state of a table: what a link has is in the URL, and widths are in this browser's storage. The worker sorts, filters
 * and groups. TanStack Table changes in place, so the React compiler must not memoize what is read from it.
 */
export function useKindTable({ id, view, data, search, onSearch }: KindTableOptions): KindTable {
  'use no memo'
  const all = view.columns
  const [columnSizing, setSizing] = useState(() => readWidths(id))
  const [rowSelection, setSelection] = useState<RowSelectionState>({})
  useEffect(() => storeWidths(id, columnSizing), [id, columnSizing])
  const definitions = useMemo(() => all.map(definitionOf), [all])
  const sorting = useMemo(
    () => parseSorting(search.sort ?? view.sort ?? '', all),
    [search.sort, view.sort, all],
  )
  const shown = useMemo(() => parseColumns(search.columns, all), [search.columns, all])
  const columnOrder = useMemo(() => [...shown], [shown])
  const columnVisibility = useMemo(
    () => Object.fromEntries(all.map(column => [column.id, shown.includes(column.id)])),
    [all, shown],
  )
  const grouping = useMemo(() => (search.group === undefined ? [] : [search.group]), [search.group])
  const table = useTable({
    features,
    columns: definitions,
    data: data as KubernetesObject[],
    getRowId: keyOf,
    manualSorting: true,
    manualGrouping: true,
    groupedColumnMode: false,
    enableSubRowSelection: false,
    columnResizeMode: 'onChange',
    isRowRangeSelectionEvent: event => (event as { readonly shiftKey?: boolean }).shiftKey === true,
    state: { sorting, columnOrder, columnVisibility, columnSizing, grouping, rowSelection },
    onSortingChange: updater => onSearch({ sort: formatSorting(functionalUpdate(updater, sorting)) }),
    onColumnOrderChange: updater =>
      onSearch({ columns: formatColumns(functionalUpdate(updater, columnOrder), all) }),
    onColumnSizingChange: setSizing,
    onGroupingChange: updater => onSearch({ group: functionalUpdate(updater, grouping)[0] }),
    onRowSelectionChange: setSelection,
  })
  const leaves = table.getVisibleLeafColumns()
  const columns = useMemo(() => leaves.flatMap(leaf => leaf.columnDef.meta?.column ?? []), [leaves])
  const headers = (table.getHeaderGroups()[0]?.headers ?? []).flatMap((header): HeaderModel[] => {
    const { column } = header
    const own = column.columnDef.meta?.column
    if (own === undefined) return []
    return [
      {
        column: own,
        sorted: column.getIsSorted(),
        rank: sorting.length > 1 ? column.getSortIndex() + 1 : 0,
        toggleSort: column.getCanSort() ? column.getToggleSortingHandler() : undefined,
        resize: header.getResizeHandler(),
        resetWidth: () => column.resetSize(),
      },
    ]
  })
  return {
    columns,
    headers,
    template: gridTemplate(columns, columnSizing),
    minWidth: minWidth(columns, columnSizing),
    narrowTemplate: narrowTemplate(columns),
    selection: rowSelection,
    setSelection,
    toggleRow: (key, range) => toggle(table.getRowModel().rowsById[key], range),
    setColumns: ids => table.setColumnOrder([...ids]),
    setGroup: group => table.setGrouping(group === undefined ? [] : [group]),
  }
}

const definitionOf = (column: Column): Definition => ({
  id: column.id,
  header: column.label,
  accessorFn: object => object.metadata?.name,
  enableSorting: column.sort !== undefined,
  sortDescFirst: column.numeric === true && column.cell.type !== 'age',
  size: column.width,
  minSize: 40,
  meta: { column },
})

function toggle(row: Row<typeof features, KubernetesObject> | undefined, shiftKey: boolean): void {
  row?.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey })
}
