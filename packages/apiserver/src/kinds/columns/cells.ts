import type { KubernetesObject } from '@kube-informer/core'
import { textAt } from './read.ts'

/** What stands in a column of an object's row. */
export type Cell = (object: KubernetesObject, now: number) => unknown

/** The cells of a kind by the names of its columns. */
export type Cells = Readonly<Record<string, Cell>>

/** The cells of kinds, by `group/Kind`: versions of a kind show the same. */
export type CellsByKind = Readonly<Record<string, Cells>>

/** A text at a path, or what stands for none. */
export const text =
  (path: string, none = ''): Cell =>
  object =>
    textAt(object, path) || none

/** A switch as a word. */
export const flag = (value: unknown, none = '<unset>'): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : none

/** At most so many, and how many more there are. */
export function firstOf(texts: readonly string[], count: number, none: string): string {
  if (texts.length === 0) return none
  const more = texts.length > count ? ` + ${texts.length - count} more...` : ''
  return texts.slice(0, count).join(',') + more
}
