import {
  createKubeClient,
  type InformerClient,
  isNotFound,
  type KubernetesObject,
  type ResourceDefinition,
} from '@kube-informer/core'
import { namespaces } from '@kube-informer/core/resources'
import { afterAll, beforeAll, expect } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { type Cluster, type StartOptions, startKubernetes } from '../../../tools/kubernetes/start.ts'

/** A real apiserver with some controllers of kube-controller-manager. */
export interface RealCluster {
  readonly client: InformerClient
  readonly cluster: Cluster
  /** Creates a namespace that no other test uses. */
  namespace(): Promise<string>
}

/** Starts a cluster before the tests of a suite, and stops it after them. */
export function openRealCluster(controllers: readonly string[], options: StartOptions = {}): RealCluster {
  let cluster: Cluster
  let client: InformerClient
  let count = 0
  beforeAll(async () => {
    cluster = await startKubernetes({ ...options, controllers })
    trust(cluster)
    client = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
  }, 180_000)
  afterAll(() => cluster?.stop())
  return {
    get client() {
      return client
    },
    get cluster() {
      return cluster
    },
    namespace: async () => {
      const name = `test-${++count}`
      await client.create(namespaces, { metadata: { name } })
      return name
    },
  }
}

/** Resolves when an object is gone. */
export async function waitUntilGone(
  client: InformerClient,
  resource: ResourceDefinition,
  { metadata: { namespace, name = '' } = {} }: KubernetesObject,
): Promise<void> {
  await expect.poll(() => find(client, resource, { namespace, name })).toBeUndefined()
}

/** One object, or undefined if it is missing. */
export function find<T extends KubernetesObject>(
  client: InformerClient,
  resource: ResourceDefinition<T>,
  at: { readonly namespace?: string | undefined; readonly name: string },
): Promise<T | undefined> {
  const object: Promise<T | undefined> = client.get(resource, at)
  return object.catch(error => {
    if (isNotFound(error)) return undefined
    throw error
  })
}
