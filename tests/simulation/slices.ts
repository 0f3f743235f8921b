import { metaNamespaceKey } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Slice, SliceWindow } from '@kube-informer/worker'

/** A slice, and a function that computes its expected rows independently. */
export interface TestedSlice {
  readonly slice: Slice & { readonly window?: SliceWindow }
  /** The rows of the slice before its window is applied, in order. */
  rows(pods: readonly Pod[]): readonly Pod[]
}

const byName = (a: Pod, b: Pod): number =>
  compare(a.metadata.namespace, b.metadata.namespace) || compare(a.metadata.name, b.metadata.name)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sorted = (pods: readonly Pod[]): readonly Pod[] => pods.toSorted(byName)

/** By node, descending; Pods without a node come last. */
const byNodeDescending = (a: Pod, b: Pod): number => {
  const [left, right] = [a.spec?.nodeName, b.spec?.nodeName]
  if (left === right) return byName(a, b)
  if (left === undefined) return 1
  if (right === undefined) return -1
  return compare(right, left)
}

/** The slices that pages choose from. `rows` shares no code with the worker. */
export const SLICES: readonly TestedSlice[] = [
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
