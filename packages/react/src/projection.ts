import type { KubernetesObject } from '@kube-informer/core'
import { INITIAL_SLICE_STATE, type SliceState } from '@kube-informer/worker'
import { type PlaceholderData, withPlaceholder } from './placeholder.ts'
import { createSelection } from './selection.ts'
import { EMPTY_RESULT, resultOf, type SliceResult, sameResult } from './slice-result.ts'

/** A hook's `select` option, before the types of a definition are added. */
export type Select = (row: KubernetesObject) => unknown

/** What a hook makes its data of: the selected rows, and the state. */
export type Shape = (rows: readonly unknown[], state: SliceState<unknown>) => unknown

/** How a hook shows a state. */
export interface View {
  readonly shape: Shape
  readonly select?: Select | undefined
  readonly isEnabled: boolean
  readonly placeholderData?: PlaceholderData<unknown> | undefined
  /** The last result with data of its own. */
  readonly previous?: SliceResult<unknown> | undefined
}

/** Turns the state of a slice into the result of a hook. The same input gives the same reference, in O(1). */
export type Projection = (state: SliceState<KubernetesObject>, view: View) => SliceResult<unknown>

/** The rows themselves. */
export const rows: Shape = selected => selected

/**
 * Creates the projection of one hook. It runs inside `getSnapshot`: when a change does not affect the output of `select`,
 * it returns the previous reference, so React does not render.
 */
export function createProjection(): Projection {
  const selection = createSelection()
  let result: SliceResult<unknown> = EMPTY_RESULT
  let lastState: unknown = INITIAL_SLICE_STATE
  let lastView: View = { shape: rows, isEnabled: false }

  return (state, view) => {
    if (lastState === state && sameView(lastView, view)) return result
    const data = view.shape(view.select ? selection(state.data, view.select) : state.data, state)
    let fresh = resultOf(state, data, view.isEnabled)
    if (fresh.isPending && view.placeholderData !== undefined)
      fresh = withPlaceholder(fresh, view.placeholderData, view.previous)
    if (!sameResult(result, fresh)) result = fresh
    lastState = state
    lastView = view
    return result
  }
}

const sameView = (a: View, b: View): boolean =>
  a.select === b.select &&
  a.isEnabled === b.isEnabled &&
  a.placeholderData === b.placeholderData &&
  a.previous === b.previous
