import type { SliceSort } from '@kube-informer/worker'
import type { ColumnSort, SortingState } from '@tanstack/react-table'
import type { Column } from '../kinds/columns/column.ts'

/** The order in a URL: `-restarts,name`. Columns that cannot be sorted are left out. */
export function parseSorting(text: string, columns: readonly Column[]): SortingState {
  return text
    .split(',')
    .map((part): ColumnSort => ({ id: part.replace(/^-/, ''), desc: part.startsWith('-') }))
    .filter(({ id }) => columns.some(column => column.id === id && column.sort !== undefined))
}

/** Undefined for no order. */
export const formatSorting = (sorting: SortingState): string | undefined =>
  sorting.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',') || undefined

/** The order as the worker takes it. */
export const sliceSort = (sorting: SortingState, columns: readonly Column[]): readonly SliceSort[] =>
  sorting.flatMap(({ id, desc }) => {
    const sort = columns.find(column => column.id === id)?.sort
    return sort ? { ...sort, descending: (sort.descending ?? false) !== desc } : []
  })

export const defaultColumns = (columns: readonly Column[]): readonly string[] =>
  columns.filter(({ wide }) => !wide).map(({ id }) => id)

/** The columns in a URL that exist, the name among them; without any, the default ones. */
export function parseColumns(text: string | undefined, columns: readonly Column[]): readonly string[] {
  const ids = [...new Set(text?.split(','))].filter(id => columns.some(column => column.id === id))
  return ids.length === 0 ? defaultColumns(columns) : ids
}

/** Undefined for the default columns. */
export function formatColumns(ids: readonly string[], columns: readonly Column[]): string | undefined {
  const text = ids.join(',')
  return text === defaultColumns(columns).join(',') ? undefined : text
}

/** Moves an item of a list by some positions. */
export function moved<T>(items: readonly T[], item: T, by: number): readonly T[] {
  const from = items.indexOf(item)
  const to = Math.max(0, Math.min(items.length - 1, from + by))
  return from < 0 ? items : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The width of each column, as CSS: a part of the space that is left, unless the user has set it. */
export const gridTemplate = (columns: readonly Column[], widths: Readonly<Record<string, number>>): string =>
  columns
    .map(({ id, width, grow }) => {
      const chosen = widths[id]
      if (chosen !== undefined) return `${chosen}px`
      return grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`
    })
    .join(' ')

/** The widest that a column beside the name may be on a narrow screen, in pixels. */
const NARROW_WIDTH = 108

/** The widths on a narrow screen: the name shrinks first. */
export const narrowTemplate = (columns: readonly Column[]): string =>
  columns
    .filter(({ narrow }) => narrow)
    .map(({ width, grow }) =>
      grow ? `minmax(0, ${grow}fr)` : `minmax(0, ${Math.min(width, NARROW_WIDTH)}px)`,
    )
    .join(' ')

/** In pixels, between columns and at both ends of a row. */
const GAP = 16

/** The width that the columns need, in pixels: below it the table scrolls. */
export const minWidth = (columns: readonly Column[], widths: Readonly<Record<string, number>>): number =>
  columns.reduce((sum, { id, width }) => sum + (widths[id] ?? width) + GAP, 2 * GAP)
