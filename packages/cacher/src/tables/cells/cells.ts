import type { KubernetesObject } from '@kube-informer/core'
import { textAt } from './read.ts'

/** Renders one cell of an object's row. */
export type Cell = (object: KubernetesObject, now: number) => unknown

/** The cells of a kind by column name. */
export type Cells = Readonly<Record<string, Cell>>

/** The cells of kinds by `group/Kind`; all versions of a kind share them. */
export type CellsByKind = Readonly<Record<string, Cells>>

/** A string at a path, or a placeholder. */
export const text =
  (path: string, none = ''): Cell =>
  object =>
    textAt(object, path) || none

/** A boolean as text. */
export const flag = (value: unknown, none = '<unset>'): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : none

/** The first items, and the number of the others. */
export function firstOf(texts: readonly string[], count: number, none: string): string {
  if (texts.length === 0) return none
  const more = texts.length > count ? ` + ${texts.length - count} more...` : ''
  return texts.slice(0, count).join(',') + more
}
