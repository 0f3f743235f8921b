import { createContext, type RefCallback, useContext, useSyncExternalStore } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { KindCounts } from './kind-counts.ts'

/** The counts of the cluster that is shown. The value never changes, so it renders nothing. */
export const CountsContext = createContext<KindCounts | undefined>(undefined)

/** How many objects of a kind there are; undefined until it is known. It is counted while the element of `ref` is on screen. */
export function useKindCount(kind: Kind): {
  readonly count: number | undefined
  readonly ref: RefCallback<Element>
} {
  const counts = useContext(CountsContext)
  const count = useSyncExternalStore(
    listener => counts?.subscribe(kind, listener) ?? (() => {}),
    () => counts?.get(kind),
  )
  return { count, ref: element => (element ? counts?.showIn(element, kind) : undefined) }
}
