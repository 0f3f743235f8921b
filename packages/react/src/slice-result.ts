import type { InformerFailure, InformerStatus, ListProgress } from '@kube-informer/core'
import {
  INITIAL_SLICE_STATE,
  type SliceGroup,
  type SliceState,
  type SliceWindow,
} from '@kube-informer/worker'

/** What a hook returns: immutable, and the same reference until something visible changes. */
export interface SliceResult<TData> {
  /** The rows, or what the hook makes of them; empty before anything is known. */
  readonly data: TData
  /** How many rows there are in all, after the filter and whatever the window. */
  readonly total: number
  /** Which rows `data` holds; absent when it holds all of them. */
  readonly window: SliceWindow | undefined
  /** Counts by index value; empty unless asked for by `groupBy`. */
  readonly groups: readonly SliceGroup[]
  /** How the informer behind it is doing: what `data` is worth, and whether it is live. */
  readonly status: InformerStatus
  /** What stands in the way now, data or not: `status.error`. */
  readonly error: InformerFailure | undefined
  /** How far the list in progress has come: `status.progress`. */
  readonly progress: ListProgress | undefined
}

/** A state as a hook shows it. */
export const resultOf = <TData>(state: SliceState<unknown>, data: TData): SliceResult<TData> =>
  Object.freeze({
    data,
    total: state.total,
    window: state.window,
    groups: state.groups,
    status: state.status,
    error: state.status.error,
    progress: state.status.progress,
  })

/** What a hook returns before anything is known, and when it is switched off. */
export const EMPTY_RESULT: SliceResult<readonly never[]> = resultOf(
  INITIAL_SLICE_STATE,
  INITIAL_SLICE_STATE.data,
)

/** Whether two results show the same, so that the older reference can stay. */
export const sameResult = (a: SliceResult<unknown>, b: SliceResult<unknown>): boolean =>
  a.data === b.data &&
  a.total === b.total &&
  a.window?.offset === b.window?.offset &&
  a.window?.limit === b.window?.limit &&
  a.groups === b.groups &&
  a.status === b.status
