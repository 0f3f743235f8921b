import type { PathSegments } from './path.ts'

/** A value that is neither an object nor an array. */
export type PathScalar = string | number | boolean | null

/** One step of a {@link ValuePath}. */
export type PathStep =
  | { readonly type: 'member'; readonly name: string }
  | { readonly type: 'item'; readonly index: number }
  | { readonly type: 'items' }
  | PathFilter

/** The items of an array whose value at `path` equals `value`, or does not. A missing value equals null. */
export interface PathFilter {
  readonly type: 'filter'
  readonly path: PathSegments
  readonly isEqual: boolean
  readonly value: PathScalar
}

/** A path that can have several values. */
export type ValuePath = readonly PathStep[]
