import { useSyncExternalStore } from 'react'
import type { Stored } from './stored.ts'

/** The value of a store. Apart from the stores, which are read before React is there. */
export const useStored = <TValue>(stored: Stored<TValue>): TValue =>
  useSyncExternalStore(stored.subscribe, stored.get)
