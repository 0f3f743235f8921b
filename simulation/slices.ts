import { metaNamespaceKey } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Slice } from '@kube-informer/worker'

/** A part of what an informer follows, in a page's words and in ours. */
export interface KnownSlice {
  readonly slice: Slice
  /** Which of the Pods are counted, in their order. */
  rows(pods: readonly Pod[]): readonly Pod[]
}

const byName = (a: Pod, b: Pod): number =>
  compare(a.metadata.namespace, b.metadata.namespace) || compare(a.metadata.name, b.metadata.name)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sorted = (pods: readonly Pod[]): readonly Pod[] => pods.toSorted(byName)

/** By node from the last to the first, those without one behind all others. */
const byNodeDescending = (a: Pod, b: Pod): number => {
  const [left, right] = [a.spec?.nodeName, b.spec?.nodeName]
  if (left === right) return byName(a, b)
  if (left === undefined) return 1
  if (right === undefined) return -1
  return compare(right, left)
}

/** What pages ask for. Each is said once more in plain code, which shares nothing with the worker's. */
export const SLICES: readonly KnownSlice[] = [
  { slice: {}, rows: sorted },
  { slice: { window: { offset: 2, limit: 4 } }, rows: sorted },
  {
    slice: { target: { type: 'index', index: 'namespace', value: 'blue' }, window: { offset: 0, limit: 3 } },
    rows: pods => sorted(pods.filter(({ metadata }) => metadata.namespace === 'blue')),
  },
  {
    slice: { target: { type: 'index', index: 'node', value: 'node-1' } },
    rows: pods => sorted(pods.filter(({ spec }) => spec?.nodeName === 'node-1')),
  },
  {
    slice: { target: { type: 'key', key: 'green/pod-1' } },
    rows: pods => pods.filter(pod => metaNamespaceKey(pod) === 'green/pod-1'),
  },
  {
    slice: { filter: { text: 'POD-1 b' } },
    rows: pods =>
      sorted(pods.filter(pod => ['pod-1', 'b'].every(word => metaNamespaceKey(pod).includes(word)))),
  },
  {
    slice: { filter: { labelSelector: 'app in (a, b)', text: 'pod-2' } },
    rows: pods =>
      sorted(
        pods.filter(({ metadata: { name, labels } }) => /pod-2/.test(name) && /[ab]/.test(labels?.app ?? '')),
      ),
  },
  {
    slice: { filter: { fieldSelector: 'metadata.namespace!=green' }, window: { offset: 1, limit: 5 } },
    rows: pods => sorted(pods.filter(({ metadata }) => metadata.namespace === 'blue')),
  },
  {
    slice: { sort: { by: 'spec.nodeName', descending: true }, window: { offset: 1, limit: 6 } },
    rows: pods => pods.toSorted(byNodeDescending),
  },
  { slice: { groupBy: 'node', window: { offset: 0, limit: 0 } }, rows: sorted },
]
