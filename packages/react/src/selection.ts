import type { KubernetesObject } from '@kube-informer/core'
import { equalData } from './equal.ts'

/** Runs `select` over rows; what did not change keeps its reference, the array included. */
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
 * The memory of one hook's `select`.
 *
 * A stable function runs once for each state of a row. An inline arrow is a new function at each render and
 * may close over new values, so it has to run again. Either way, when the answer for an object equals the
 * last one, the last one is kept. The memory thus decides about references and never about values: that is
 * why a render which React throws away may write to it without harm.
 */
export function createSelection(): Selection {
  let memory: ReadonlyMap<unknown, Selected> = new Map()
  let last: readonly unknown[] = []

  const selectRow = (row: object, select: (row: never) => unknown, known: Selected | undefined): unknown => {
    if (known?.row === row && known.by === select) return known.value
    const fresh = select(row as never)
    return known !== undefined && equalData(known.value, fresh) ? known.value : fresh
  }

  return <T extends KubernetesObject, TSelected>(rows: readonly T[], select: (row: T) => TSelected) => {
    const next = new Map<unknown, Selected>()
    const values = rows.map(row => {
      const identity = row.metadata?.uid ?? row
      const value = selectRow(row, select, memory.get(identity))
      next.set(identity, { row, by: select, value })
      return value
    })
    memory = next
    if (!sameItems(last, values)) last = Object.freeze(values)
    return last as readonly TSelected[]
  }
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => Object.is(item, b[i]))
