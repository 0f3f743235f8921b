import {
  type Churn,
  createChurn,
  createFakeApiserver,
  type FakeApiserver,
  generateNamespaces,
  generateNodes,
  generatePods,
  rbacAuthorizer,
} from '@kube-informer/apiserver'
import { userObjects } from './users.ts'

/** Options of {@link createCluster}. */
export interface ClusterOptions {
  readonly pods: number
  /** Changes of Pods per second. */
  readonly churn: number
  /** The same seed generates the same Pods. */
  readonly seed: number
}

/** A fake apiserver with generated objects. Its Pods change once `churn` is started. */
export interface Cluster {
  readonly server: FakeApiserver
  readonly churn: Churn
}

/** Creates a cluster of generated Pods, with their namespaces and nodes. */
export function createCluster({ pods, churn: perSecond, seed }: ClusterOptions): Cluster {
  const server = createFakeApiserver({
    objects: [
      ...generateNamespaces(),
      ...generateNodes(),
      ...generatePods({ count: pods, seed }),
      ...userObjects(),
    ],
    authorize: rbacAuthorizer,
    controllers: { pods: true },
    // Browsers persist the Pods of the previous cluster. Its resourceVersions increased by less than one per millisecond.
    initialRevision: Date.now(),
  })
  return { server, churn: createChurn(server, { perSecond }) }
}

/**
 * Lists the Pods once. The server then has its watch cache and the JSON of every Pod, so that the first client does not
 * wait for either.
 */
export async function warmUp({ fetch }: FakeApiserver): Promise<void> {
  const { body } = await fetch('/api/v1/pods?resourceVersion=0')
  await body?.pipeTo(new WritableStream())
}
