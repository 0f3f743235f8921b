import { useState } from 'react'
import type { KindTable } from './use-kind-table.ts'

/** The rows that are selected: some by key, or all that match but some. */
export interface Selection {
  /** In rows, loaded or not. */
  readonly count: number
  readonly extent: 'all' | 'some' | 'none'
  /** The selected keys; with `isAll`, those that are not selected. */
  readonly keys: readonly string[]
  /** Whether all rows that match the filter are selected, but for `keys`. */
  readonly isAll: boolean
  readonly has: (key: string) => boolean
  readonly toggle: (key: string, range: boolean) => void
  readonly selectAll: () => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** The selection of a table with `total` rows. Another query clears it: it would have rows that the user does not see. */
export function useSelection(
  { selection, setSelection, toggleRow }: KindTable,
  total: number,
  query: string,
): Selection {
  const [isAll, setAll] = useState(false)
  const [seen, setSeen] = useState(query)
  const set = (all: boolean): void => {
    setAll(all)
    setSelection({})
  }
  if (seen !== query) {
    setSeen(query)
    set(false)
  }
  const keys = Object.keys(selection)
  const count = isAll ? Math.max(0, total - keys.length) : keys.length
  const clear = (): void => set(false)
  const selectAll = (): void => set(true)
  return {
    count,
    extent: count === 0 ? 'none' : count >= total ? 'all' : 'some',
    keys,
    isAll,
    has: key => isAll !== (selection[key] === true),
    toggle: toggleRow,
    selectAll,
    toggleAll: count === 0 ? selectAll : clear,
    clear,
  }
}
