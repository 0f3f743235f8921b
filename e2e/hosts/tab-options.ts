import type { Followed } from './informers.ts'

/** The options of a tab, passed in the page's URL. */
export interface TabOptions {
  /** The apiserver. */
  readonly api: string
  /** @default 'auto' */
  readonly host?: 'auto' | 'dedicated' | 'shared' | 'leader'
  /** Absent: nothing is shared or stored. */
  readonly identity?: string
  /** The bearer token of the tab. @default none */
  readonly token?: string
  /** @default ['pods'] */
  readonly follow?: readonly Followed[]
  /** The number of Pods in a second view, which starts at the first one. @default none */
  readonly window?: number
  /** The build of the page; the worker of `no-disk` stores nothing. @default 'new' */
  readonly build?: 'new' | 'old' | 'no-disk'
}

/** A view of a tab: all rows of a resource, or the window. */
export type ViewName = Followed | 'window'

/** The page's URL for these options. */
export function tabUrl(site: string, options: TabOptions): string {
  return `${site}/tab.html?options=${encodeURIComponent(JSON.stringify(options))}`
}

/** The options in a page's URL. */
export function tabOptionsOf(search: string): TabOptions {
  const text = new URLSearchParams(search).get('options')
  if (text === null) throw new Error('the page was opened without options')
  return JSON.parse(text) as TabOptions
}
