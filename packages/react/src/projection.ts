import type { KubernetesObject } from '@kube-informer/core'
import { equalItems } from './equal.ts'
import { type PlaceholderData, withPlaceholder } from './placeholder.ts'
import { createSelection } from './selection.ts'
import { EMPTY_RESULT, resultOf, type ShownState, type SliceResult } from './slice-result.ts'

/** A hook's `select` option, before the types of a definition are added. */
export type Select = (row: KubernetesObject) => unknown

/** What a hook makes its data of: the selected rows, and the state. */
export type Shape = (rows: readonly unknown[], state: ShownState) => unknown

/** How a hook shows a state. */
export interface View {
  readonly shape: Shape
  readonly select?: Select | undefined
  readonly isEnabled: boolean
  readonly placeholderData?: PlaceholderData<unknown> | undefined
  /** The last result with data of its own. */
  readonly previous?: SliceResult<unknown> | undefined
}

/** Turns a state into the result of a hook. The same input gives the same reference, in O(1). */
export type Projection = (state: ShownState, view: View) => SliceResult<unknown>

/** The rows themselves. */
export const rows: Shape = selected => selected

/**
 * Creates the projection of one hook. It runs inside `getSnapshot`: when a change does not affect the output of `select`,
 * it returns the previous reference, so React does not render.
 */
export function createProjection(): Projection {
  const selection = createSelection()
  let result = EMPTY_RESULT
  let last: readonly unknown[] = []

  return (state, view) => {
    const { shape, select, isEnabled, placeholderData, previous } = view
    const input = [state, shape, select, isEnabled, placeholderData, previous]
    if (equalItems(last, input)) return result
    const { data = [] } = state
    let fresh = resultOf(state, shape(select ? selection(data, select) : data, state), isEnabled)
    if (fresh.isPending) fresh = withPlaceholder(fresh, placeholderData, previous)
    if (!equalItems(Object.values(result), Object.values(fresh))) result = fresh
    last = input
    return result
  }
}
