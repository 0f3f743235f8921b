import type { Locator } from '@playwright/test'
import type { Console } from '../console.ts'

/** How a page is shown. It changes without a load. */
export interface Look {
  readonly name: 'light' | 'dark' | 'narrow' | 'narrow-dark'
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

/** A state of the console, on the cluster of `npm start`. */
export interface Route {
  readonly name: string
  readonly page: string
  readonly search?: Readonly<Record<string, string>>
  /** A text of the page that is complete. */
  readonly ready: RegExp
  /** Opens what is shown over the page. */
  readonly open?: (app: Console) => Promise<void>
  /** Whether a menu is open, which is outside of the landmarks of the page. @default false */
  readonly isMenu?: boolean
  /** What its snapshot of roles contains. @default the main landmark */
  readonly scope?: (app: Console) => Locator
  /** Whether its layout differs much on a narrow screen. @default false */
  readonly isNarrow?: boolean
  /** The looks whose pixels are compared. @default none */
  readonly pixels?: readonly Look['name'][]
}

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 390, height: 800 }

const WIDE_LOOKS: readonly Look[] = [
  { name: 'light', colorScheme: 'light', viewport: WIDE },
  { name: 'dark', colorScheme: 'dark', viewport: WIDE },
]
const NARROW_LOOKS: readonly Look[] = [
  { name: 'narrow-dark', colorScheme: 'dark', viewport: NARROW },
  { name: 'narrow', colorScheme: 'light', viewport: NARROW },
]

/** The looks in which a route is checked. */
export const looksOf = ({ isNarrow }: Route): readonly Look[] =>
  isNarrow ? [...WIDE_LOOKS, ...NARROW_LOOKS] : WIDE_LOOKS

/** The name of a route's snapshot: `the-tab-logs-of-a-Deployment`. */
export const snapshotName = ({ name }: Route): string => name.replaceAll(' ', '-')
