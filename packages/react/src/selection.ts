import type { KubernetesObject } from '@kube-informer/core'
import { equalData, equalItems } from './equal.ts'

/** Maps rows with `select`. Results that did not change keep their reference, and so does the array. */
export type Selection = <T extends KubernetesObject, TSelected>(
  rows: readonly T[],
  select: (row: T) => TSelected,
) => readonly TSelected[]

interface Selected {
  readonly row: object
  readonly by: unknown
  readonly value: unknown
}

/**
 * Creates the cache of one hook's `select`.
 *
 * A stable function runs once for each change of a row. An inline arrow function is new on each render and may close over
 * new values, so it runs again. In both cases, a result that equals the previous one for the same object is replaced by
 * the previous one. The cache affects references only, never values, so a render that React discards may write to it.
 */
export function createSelection(): Selection {
  let cache: ReadonlyMap<unknown, Selected> = new Map()
  let last: readonly unknown[] = []

  return <T extends KubernetesObject, TSelected>(rows: readonly T[], select: (row: T) => TSelected) => {
    const next = new Map<unknown, Selected>()
    const values = rows.map(row => {
      const identity = row.metadata?.uid ?? row
      const cached = cache.get(identity)
      let value = cached?.value
      if (cached?.row !== row || cached.by !== select) {
        const fresh = select(row)
        if (!equalData(value, fresh)) value = fresh
      }
      next.set(identity, { row, by: select, value })
      return value
    })
    cache = next
    if (!equalItems(last, values)) last = Object.freeze(values)
    return last as readonly TSelected[]
  }
}
