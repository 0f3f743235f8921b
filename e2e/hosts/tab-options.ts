import type { Followed } from './informers.ts'

/** What a tab is opened with; it crosses in the page's URL. */
export interface TabOptions {
  /** The apiserver. */
  readonly api: string
  /** @default 'auto' */
  readonly host?: 'auto' | 'dedicated' | 'shared' | 'leader'
  /** Absent: nothing is shared or kept. */
  readonly identity?: string
  /** @default ['pods'] */
  readonly follow?: readonly Followed[]
  /** How many Pods, from the first on, are shown once more in a view of their own. @default none */
  readonly window?: number
  /** Which build the page is of. @default 'new' */
  readonly build?: 'new' | 'old'
}

/** A list of rows that a tab shows: all of a resource, or the window. */
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
