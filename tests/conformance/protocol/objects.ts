import type { KubernetesObject } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import { type Cluster, events, type Widget, widgets } from './target.ts'

/** Options of a Pod in a test. */
export interface PodParts {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly nodeName?: string
}

/** The smallest valid Pod. */
export const podOf = (namespace: string, name: string, { nodeName, ...metadata }: PodParts = {}): Pod => ({
  metadata: { namespace, name, ...metadata },
  spec: { containers: [{ name: 'main', image: 'none' }], ...(nodeName ? { nodeName } : {}) },
})

/** Creates a Pod. The test uses short namespace names, which the cluster maps to real ones. */
export async function createPod(
  cluster: Cluster,
  name: string,
  { namespace, ...parts }: PodParts & { readonly namespace?: string } = {},
): Promise<Pod> {
  return cluster.client.create(pods, podOf(await cluster.namespace(namespace), name, parts))
}

/** Creates Pods in one namespace, one after the other. */
export async function createPods(cluster: Cluster, ...names: readonly string[]): Promise<Pod[]> {
  const created: Pod[] = []
  for (const name of names) created.push(await createPod(cluster, name))
  return created
}

/** Removes a Pod at once. */
export async function deletePod({ client }: Cluster, { metadata: { namespace, name } }: Pod): Promise<void> {
  await client.delete(pods, { namespace, name }, { gracePeriodSeconds: 0 })
}

/** Creates an Event whose involved object does not exist. */
export async function createEvent(
  cluster: Cluster,
  name: string,
  parts: { readonly namespace?: string } = {},
): Promise<KubernetesObject> {
  const namespace = await cluster.namespace(parts.namespace)
  const involvedObject = { kind: 'Pod', namespace, name }
  const event = { kind: 'Event', apiVersion: 'v1', metadata: { namespace, name }, involvedObject }
  return cluster.client.create(events, event)
}

/** Sets labels of a Pod. */
export const labelPod = (
  { client }: Cluster,
  { metadata: { namespace, name } }: Pod,
  labels: Readonly<Record<string, string | null>>,
): Promise<Pod> => client.patch(pods, { namespace, name }, { metadata: { labels } })

/** Creates a widget, optionally with labels and a node. */
export async function createWidget(
  cluster: Cluster,
  name: string,
  {
    namespace,
    labels,
    ...spec
  }: { namespace?: string; labels?: Record<string, string>; nodeName?: string } = {},
): Promise<Widget> {
  const metadata = { namespace: await cluster.namespace(namespace), name, ...(labels ? { labels } : {}) }
  return cluster.client.create(widgets, {
    kind: 'Widget',
    apiVersion: 'protocol.example.com/v1',
    metadata,
    spec,
  })
}

/** The resourceVersion of an object. */
export const rvOf = ({ metadata }: KubernetesObject): string => metadata?.resourceVersion ?? ''

/** The resourceVersion `n` writes later or earlier. Tests rely on consecutive numbers; applications must not. */
export const rvPlus = (rv: string, n: number): string => String(BigInt(rv) + BigInt(n))
