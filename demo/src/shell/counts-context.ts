import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { KindCounts } from './kind-counts.ts'

/** The counts of the cluster that is shown. The value never changes, so it renders nothing. */
export const CountsContext = createContext<KindCounts | undefined>(undefined)

/** How many objects of a kind there are; undefined until it is known. */
export function useKindCount(kind: Kind): number | undefined {
  const counts = useContext(CountsContext)
  return useSyncExternalStore(
    listener => counts?.subscribe(kind, listener) ?? (() => {}),
    () => counts?.get(kind),
  )
}
