import type { Freshness, FreshnessSource } from '@kube-informer/core'

/** Whether the informer of a hook waits for the server. */
export type FetchStatus = 'fetching' | 'paused' | 'idle'

/** What a result says about its data, in the words of TanStack Query. */
export interface Flags {
  /** There are no data yet, and no error. Also true while the hook is disabled: `isEnabled` tells the two apart. */
  readonly isPending: boolean
  /** There is an error, with or without data. */
  readonly isError: boolean
  /** False while the hook is disabled: it then sends no request. */
  readonly isEnabled: boolean
  /** `data` comes from the option `placeholderData`. */
  readonly isPlaceholderData: boolean
  /** `data` is not known to be the present state of the server: `freshness.state` is not `live`. False while disabled. */
  readonly isStale: boolean
  /** How far `data` is known to be what the server has, since when, and why. */
  readonly freshness: Freshness
  /** `fetching` while the informer connects, lists or retries; `paused` while it does that offline; otherwise `idle`. */
  readonly fetchStatus: FetchStatus
}

/** What the flags derive from: the state of a slice or of a tree. */
export interface FlaggedState {
  readonly status: FreshnessSource
  readonly freshness: Freshness
  readonly paused?: boolean | undefined
}

/** The flags of a state. */
export function flagsOf({ status, freshness, paused }: FlaggedState, isEnabled: boolean): Flags {
  const { data, link, error, progress } = status
  const isFetching = progress || link === 'connecting' || link === 'retrying'
  return {
    isPending: data === 'none' && !error,
    isError: error !== undefined,
    isEnabled,
    isPlaceholderData: false,
    isStale: isEnabled && freshness.state !== 'live',
    freshness,
    fetchStatus: !isEnabled ? 'idle' : paused ? 'paused' : isFetching ? 'fetching' : 'idle',
  }
}
