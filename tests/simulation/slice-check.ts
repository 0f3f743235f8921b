import { metaNamespaceKey } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { SliceState } from '@kube-informer/worker'
import type { TestedSlice } from './slices.ts'
import { ensure } from './violation.ts'

/** The annotation with the number of the last write of a page. */
export const MARK = 'write'

/** Throws a violation unless the slice shows exactly its part of these Pods. */
export function checkSlice(
  { slice, rows }: TestedSlice,
  state: SliceState<Pod> | undefined,
  pods: readonly Pod[],
): void {
  const all = rows(pods)
  const { offset = 0, limit = all.length } = slice.window ?? {}
  const expected = all.slice(offset, offset + limit).map(keyAndVersion)
  const actual = (state?.data ?? []).map(keyAndVersion)
  ensure(
    state?.total === all.length && JSON.stringify(actual) === JSON.stringify(expected),
    () =>
      `slice ${JSON.stringify(slice)} displays ${actual} of ${state?.total}, expected ${expected} of ${all.length}`,
  )
  if (!slice.groupBy) return
  const groups = Map.groupBy(
    pods.flatMap(({ spec }) => spec?.nodeName ?? []),
    node => node,
  )
  const expectedGroups = [...groups].map(([value, { length: count }]) => ({ value, count }))
  expectedGroups.sort((a, b) => (a.value < b.value ? -1 : 1))
  ensure(
    JSON.stringify(state?.groups) === JSON.stringify(expectedGroups),
    () => `groups are ${JSON.stringify(state?.groups)}, expected ${JSON.stringify(expectedGroups)}`,
  )
}

/** Identifies a state of a Pod. An optimistic row has the resourceVersion of the state that it changes: its mark differs. */
export function keyAndVersion(pod: Pod): string {
  const { resourceVersion, annotations: { [MARK]: mark } = {} } = pod.metadata
  return `${metaNamespaceKey(pod)}@${resourceVersion}${mark === undefined ? '' : `#${mark}`}`
}
