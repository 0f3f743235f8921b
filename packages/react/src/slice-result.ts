import type { InformerStatus, ListProgress } from '@kube-informer/core'
import {
  INITIAL_SLICE_STATE,
  type SliceGroup,
  type SliceState,
  type SliceWindow,
} from '@kube-informer/worker'
import { type Flags, flagsOf, sameFlags } from './flags.ts'

/** The result of a hook: immutable, and the same reference until something visible changes. */
export interface SliceResult<TData> extends Flags {
  /** The rows, or what the hook derives from them; empty until the first rows arrive. */
  readonly data: TData
  /** The number of rows after the filter, inside and outside the window. */
  readonly total: number
  /** The rows that `data` holds; undefined when it holds all of them. */
  readonly window: SliceWindow | undefined
  /** Number of objects by index value; empty without the option `groupBy`. */
  readonly groups: readonly SliceGroup[]
  /** The status of the informer: how complete and current `data` is. */
  readonly status: InformerStatus
  /** The current error, with or without data: `status.error`. `isForbidden` and the other predicates accept it. */
  readonly error: Error | undefined
  /** The progress of a running list: `status.progress`. */
  readonly progress: ListProgress | undefined
}

/** Turns the state of a slice into the result of a hook. */
export const resultOf = <TData>(
  state: SliceState<unknown>,
  data: TData,
  isEnabled: boolean,
): SliceResult<TData> =>
  Object.freeze({
    data,
    total: state.total,
    window: state.window,
    groups: state.groups,
    status: state.status,
    error: state.status.error,
    progress: state.status.progress,
    ...flagsOf(state, isEnabled),
  })

/** The result of a disabled hook. */
export const EMPTY_RESULT: SliceResult<readonly never[]> = resultOf(
  INITIAL_SLICE_STATE,
  INITIAL_SLICE_STATE.data,
  false,
)

/** Whether two results have the same content, so that the older reference can be kept. */
export const sameResult = (a: SliceResult<unknown>, b: SliceResult<unknown>): boolean =>
  a.data === b.data &&
  a.total === b.total &&
  a.window?.offset === b.window?.offset &&
  a.window?.limit === b.window?.limit &&
  a.groups === b.groups &&
  a.status === b.status &&
  sameFlags(a, b)
