import type { InformerStatus, KubernetesObject, ListProgress, TableColumn } from '@kube-informer/core'
import type { RelatedNode, SliceGroup, SliceWindow } from '@kube-informer/worker'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import { type FlaggedState, type Flags, flagsOf } from './flags.ts'

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

/** The result of `useResourceTable`. */
export interface ResourceTableResult<TData> extends SliceResult<TData> {
  /** The columns of the cells of `data`: the same reference until they change, and empty until they are known. */
  readonly columns: readonly TableColumn[]
}

/** What a hook shows: the state of a slice, or of a tree. */
export interface ShownState extends FlaggedState {
  readonly data?: readonly KubernetesObject[]
  readonly total?: number
  readonly window?: SliceWindow
  readonly groups?: readonly SliceGroup[]
  readonly columns?: readonly TableColumn[]
  readonly root?: RelatedNode | undefined
}

/** Turns a state into the result of a hook. Of a slice it has all members, of a tree only those of `RelatedResult`. */
export function resultOf(state: ShownState, data: unknown, isEnabled: boolean): SliceResult<unknown> {
  const { paused, root, ...shown } = state
  const { error, progress } = state.status
  return Object.freeze({
    ...(shown as SliceResult<unknown>),
    data,
    error,
    progress,
    ...flagsOf(state, isEnabled),
  })
}

/** The result of a disabled hook. */
export const EMPTY_RESULT: SliceResult<unknown> = resultOf(
  INITIAL_SLICE_STATE,
  INITIAL_SLICE_STATE.data,
  false,
)
