/** The search parameters of every page of a cluster. */
export interface ClusterSearch {
  /** The user whose rights are shown; absent for the own ones. */
  readonly as?: string | undefined
  readonly panel?: Panel | undefined
  /** Options of the page, which `connect/page-options.ts` reads. They stay in the URL for a reload. */
  readonly server?: string | undefined
  readonly identity?: string | undefined
  readonly host?: string | undefined
  readonly mock?: string | undefined
  readonly pods?: string | undefined
  readonly churn?: string | undefined
  readonly seed?: string | undefined
}

/** What every link within a cluster keeps. */
export const KEPT = ['as', 'panel', 'server', 'identity', 'host', 'mock', 'pods', 'churn', 'seed'] as const

type Panel = (typeof PANELS)[number]
const PANELS = ['faults', 'compare'] as const

/** The search parameters of a table. Absent members have their default. */
export interface TableSearch {
  /** Names with commas between them; absent for all namespaces. */
  readonly namespace?: string | undefined
  /** A filter expression. */
  readonly filter?: string | undefined
  /** Column ids with commas between them, with `-` in front for descending. */
  readonly sort?: string | undefined
  /** The id of the column by whose values the rows are grouped. */
  readonly group?: string | undefined
  /** The ids of the columns, with commas between them. */
  readonly columns?: string | undefined
}

/** The search parameters of an object's page. */
export interface ObjectSearch {
  readonly tab?: ObjectTab | undefined
  /** Of the log. */
  readonly container?: string | undefined
  /** The text that the log is searched for. */
  readonly find?: string | undefined
  /** Whether the log is that of the containers before their last restart. */
  readonly previous?: boolean | undefined
}

export type ObjectTab = (typeof OBJECT_TABS)[number]
export const OBJECT_TABS = ['overview', 'relations', 'events', 'yaml', 'fields', 'logs'] as const

type Unknown = Readonly<Record<string, unknown>>

export const clusterSearch = (search: Unknown): ClusterSearch => ({
  ...text('as', search),
  ...oneOf('panel', PANELS, search),
  ...text('server', search),
  ...given('identity', search),
  ...text('host', search),
  ...given('mock', search),
  ...text('pods', search),
  ...text('churn', search),
  ...text('seed', search),
})

export const tableSearch = (search: Unknown): TableSearch => ({
  ...text('namespace', search),
  ...text('filter', search),
  ...text('sort', search),
  ...text('group', search),
  ...text('columns', search),
})

export const objectSearch = (search: Unknown): ObjectSearch => ({
  ...oneOf('tab', OBJECT_TABS, search),
  ...text('container', search),
  ...text('find', search),
  ...(search.previous === true ? { previous: true } : {}),
})

/** As {@link text}, but an empty text counts: `?identity=` is no identity. */
const given = <TName extends string>(name: TName, search: Unknown): { readonly [Key in TName]?: string } =>
  (search[name] === '' ? { [name]: '' } : text(name, search)) as { readonly [Key in TName]?: string }

/** A number or a boolean is a text that the address bar has without quotes. */
function text<TName extends string>(name: TName, search: Unknown): { readonly [Key in TName]?: string } {
  const value = search[name]
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return (isText && value !== '' ? { [name]: String(value) } : {}) as { readonly [Key in TName]?: string }
}

function oneOf<TName extends string, TValue extends string>(
  name: TName,
  values: readonly TValue[],
  search: Unknown,
): { readonly [Key in TName]?: TValue } {
  const value = values.find(known => known === search[name])
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in TName]?: TValue }
}
