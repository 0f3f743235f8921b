import {
  type Churn,
  createChurn,
  createFakeApiserver,
  createPodResizer,
  type FakeApiserver,
  generateCluster,
  type Pod,
  type PodResizer,
  rbacAuthorizer,
  seededRandom,
} from '@kube-informer/apiserver'
import { LazyObject } from '@kube-informer/cacher'
import { type Clock, systemClock } from '@kube-informer/core'
import { SHOP, shopObjects } from './shop.ts'
import { userObjects } from './users.ts'

/** The size and the churn of an embedded cluster. */
export interface ClusterOptions {
  /** The number of generated Pods; those of the namespace `shop` come on top. */
  readonly pods: number
  /** Changes of Pods per second. */
  readonly churn: number
  /** The same seed generates the same Pods. */
  readonly seed: number
  /** The time of the server and of the generated objects. @default systemClock */
  readonly clock?: Clock
}

/** A fake apiserver with generated objects. Its Pods change once `churn` is started. */
export interface Cluster {
  readonly server: FakeApiserver
  /** Changes the generated Pods. Those of the namespace `shop` are left to the controllers. */
  readonly churn: Churn
  /** Changes the number of generated Pods. */
  readonly resizer: PodResizer
  /** The generated Pods of the start, each built when it is first read. */
  readonly lazyPods: readonly LazyObject[]
}

/** Everything that a cluster runs. */
const controllers = {
  namespaces: true,
  garbageCollector: true,
  pods: true,
  scheduler: true,
  replicaSets: true,
  deployments: true,
  jobs: true,
  cronJobs: true,
  logs: true,
}

/** A cluster that is alive, for `npm start`, the mock in a page and the edge. It starts at once: most objects are lazy. */
export function createCluster(options: ClusterOptions): Cluster {
  const { pods: count, churn: perSecond, seed, clock = systemClock } = options
  const now = clock.now()
  const generated = { count, seed, newest: now }
  const objects = generateCluster(generated)
  const server = createFakeApiserver({
    objects: [...objects, ...shopObjects(), ...userObjects()],
    authorize: rbacAuthorizer,
    controllers,
    clock,
    random: seededRandom(seed),
    // Browsers persist the Pods of the previous cluster. Its resourceVersions increased by less than one per millisecond.
    initialRevision: now,
  })
  const churn = createChurn(server, {
    perSecond,
    managed: true,
    mix: { status: 99, rollout: 1 },
    selects: isGenerated,
  })
  const lazyPods = objects.filter(object => object instanceof LazyObject && object.kind === 'Pod')
  return { server, churn, resizer: createPodResizer(server, generated), lazyPods: lazyPods as LazyObject[] }
}

const isGenerated = ({ metadata }: Pod): boolean => metadata.namespace !== SHOP

/** What pages ask for. */
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/**
 * Lists the Pods once, as a page does. The server then has its watch cache and the protobuf of every Pod, so that the first
 * visit does not wait for either.
 */
export async function warmUp({ fetch }: FakeApiserver): Promise<void> {
  const { body } = await fetch('/api/v1/pods?resourceVersion=0', { headers: { accept: PROTOBUF } })
  await body?.pipeTo(new WritableStream())
}
