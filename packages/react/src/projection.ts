import type { KubernetesObject } from '@kube-informer/core'
import { INITIAL_SLICE_STATE, type SliceState } from '@kube-informer/worker'
import { createSelection } from './selection.ts'
import { EMPTY_RESULT, resultOf, type SliceResult, sameResult } from './slice-result.ts'

/** A row as the hooks see it before the types of a definition are put on. */
export type Select = (row: KubernetesObject) => unknown

/** From a state to what the hook returns; the same input gives the same reference, in O(1). */
export type Projection = (
  state: SliceState<KubernetesObject>,
  select: Select | undefined,
) => SliceResult<readonly unknown[]>

/**
 * One hook's view of its store. It runs inside `getSnapshot`: a change that `select` does not see gives the
 * old reference, and React does not render.
 */
export function createProjection(): Projection {
  const selection = createSelection()
  let result: SliceResult<readonly unknown[]> = EMPTY_RESULT
  let of: { readonly state: unknown; readonly select: unknown } = {
    state: INITIAL_SLICE_STATE,
    select: undefined,
  }

  return (state, select) => {
    if (of.state === state && of.select === select) return result
    const fresh = resultOf(state, select ? selection(state.data, select) : state.data)
    if (!sameResult(result, fresh)) result = fresh
    of = { state, select }
    return result
  }
}
