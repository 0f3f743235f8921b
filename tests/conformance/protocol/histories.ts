import type { KubernetesObject, List } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import { createPod, deletePod, labelPod, rvOf } from './objects.ts'
import type { Cluster } from './target.ts'

/** Five Pods in three namespaces, and the eight writes that produced them. */
export interface Written {
  /** `rv[n]` is the resourceVersion of the n-th write, `rv[0]` one before the first. */
  readonly rv: readonly string[]
  /** `first/bar` for each object of a list, with the namespace names that the test uses. */
  keysOf(list: List<KubernetesObject>): string[]
}

/** The keys after {@link writeHistory}, in order. */
export const FINAL_KEYS: readonly string[] = [
  'first/bar',
  'second/bar',
  'second/foo',
  'third/barfoo',
  'third/foo',
]

/** Creates six Pods, labels the first one `node=fakenode`, and deletes the last one. */
export async function writeHistory(cluster: Cluster): Promise<Written> {
  await Promise.all(['first', 'second', 'third'].map(cluster.namespace))
  const rv = [await cluster.rv()]
  const created: Pod[] = []
  const keys = ['first/bar', 'second/bar', 'second/foo', 'third/barfoo', 'third/foo', 'second/baz']
  for (const key of keys) {
    const pod = await createPodAt(cluster, key)
    created.push(pod)
    rv.push(rvOf(pod))
  }
  const [first] = created
  const last = created.at(-1)
  if (!first || !last) throw new Error('nothing was created')
  rv.push(rvOf(await labelPod(cluster, first, { node: 'fakenode' })))
  await deletePod(cluster, last)
  // Deleting a Pod takes one revision or two.
  rv.push((await cluster.client.list(pods)).metadata.resourceVersion ?? '')
  return { rv, keysOf: list => keysIn(cluster, list) }
}

/** Creates a Pod at `namespace/name`. */
export async function createPodAt(cluster: Cluster, key: string): Promise<Pod> {
  const [namespace, name = ''] = key.split('/')
  return createPod(cluster, name, namespace === undefined ? {} : { namespace })
}

/** `namespace/name` of each object, with the namespace names that the test uses. */
export const keysIn = (cluster: Cluster, { items }: List<KubernetesObject>): string[] =>
  items.map(({ metadata: { name, namespace } = {} }) => `${cluster.nameOf(namespace)}/${name}`)

/** The names of a list's objects. */
export const namesOf = ({ items }: List<KubernetesObject>): string[] =>
  items.map(({ metadata }) => metadata?.name ?? '')
