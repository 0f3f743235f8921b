import type { KubernetesObject } from '@kube-informer/core'
import { INITIAL_SLICE_STATE, type SliceState } from '@kube-informer/worker'
import { createSelection } from './selection.ts'
import { EMPTY_RESULT, resultOf, type SliceResult, sameResult } from './slice-result.ts'

/** A hook's `select` option, before the types of a definition are added. */
export type Select = (row: KubernetesObject) => unknown

/** Turns the state of a slice into the result of a hook. The same input gives the same reference, in O(1). */
export type Projection = (
  state: SliceState<KubernetesObject>,
  select: Select | undefined,
) => SliceResult<readonly unknown[]>

/**
 * Creates the projection of one hook. It runs inside `getSnapshot`: when a change does not affect the output of `select`,
 * it returns the previous reference, so React does not render.
 */
export function createProjection(): Projection {
  const selection = createSelection()
  let result: SliceResult<readonly unknown[]> = EMPTY_RESULT
  let input: { readonly state: unknown; readonly select: unknown } = {
    state: INITIAL_SLICE_STATE,
    select: undefined,
  }

  return (state, select) => {
    if (input.state === state && input.select === select) return result
    const fresh = resultOf(state, select ? selection(state.data, select) : state.data)
    if (!sameResult(result, fresh)) result = fresh
    input = { state, select }
    return result
  }
}
