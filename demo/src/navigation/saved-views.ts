import { createStored, type Stored } from '../ui/stored.ts'
import { type TableSearch, tableSearch } from './search.ts'

/** The state of a table's URL under a name. */
export interface SavedView {
  readonly name: string
  /** `group/version/plural`, as in the path. */
  readonly kind: string
  readonly search: TableSearch
  /** Whether the kind is opened like this where the URL says nothing else. */
  readonly isDefault?: boolean
}

/** The views of this browser. All tabs have the same ones. */
export const savedViews: Stored<readonly SavedView[]> = createStored('views', parseViews)

function parseViews(value: unknown): readonly SavedView[] {
  return Array.isArray(value)
    ? value.filter(isView).map(view => ({ ...view, search: tableSearch({ ...view.search }) }))
    : []
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  'search' in value &&
  typeof value.search === 'object'

const isSame = (a: SavedView, b: Pick<SavedView, 'kind' | 'name'>): boolean =>
  a.kind === b.kind && a.name === b.name

/** Adds a view, in place of the one of its kind that has the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  [...views.filter(each => !isSame(each, view)), view].toSorted((a, b) => (a.name < b.name ? -1 : 1))

export const withoutView = (
  views: readonly SavedView[],
  view: Pick<SavedView, 'kind' | 'name'>,
): readonly SavedView[] => views.filter(each => !isSame(each, view))

export const withName = (views: readonly SavedView[], view: SavedView, name: string): readonly SavedView[] =>
  withView(withoutView(views, view), { ...view, name })

/** Makes a view the default of its kind, or no longer. A kind has one default at most. */
export const withDefault = (
  views: readonly SavedView[],
  view: SavedView,
  isDefault: boolean,
): readonly SavedView[] =>
  views.map(each =>
    each.kind === view.kind ? { ...each, isDefault: isDefault && isSame(each, view) } : each,
  )

/** The state in which a kind is opened. */
export const defaultSearch = (views: readonly SavedView[], kind: string): TableSearch | undefined =>
  views.find(view => view.kind === kind && view.isDefault)?.search
