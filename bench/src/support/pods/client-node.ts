import {
  CoreV1Api,
  type Informer,
  KubeConfig,
  makeInformer,
  type ObjectCache,
  type V1Pod,
} from '@kubernetes/client-node'
import type { Setup } from '../../runner/bench-case.ts'
import { expectSizes, expectVersion } from './check.ts'

/** The official JavaScript client, used as in its examples; its cache is indexed by namespace. */
export function createClientNodeInformer(
  url: Setup[string] | undefined,
): Informer<V1Pod> & ObjectCache<V1Pod> {
  const config = new KubeConfig()
  // It rejects plain HTTP unless TLS verification is disabled.
  config.loadFromClusterAndUser(
    { name: 'bench', server: String(url), skipTLSVerify: true },
    { name: 'bench' },
  )
  const api = config.makeApiClient(CoreV1Api)
  return makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces())
}

/** Every Pod is stored, and the last event was received. */
export function expectClientNodePods(informer: ObjectCache<V1Pod>, setup: Setup): void {
  if (setup.isWarmUp) return
  const pods = informer.list()
  const namespaces = Map.groupBy(pods, ({ metadata }) => metadata?.namespace ?? '')
  const sizes = [...namespaces.keys()].map(name => [name, informer.list(name).length] as const)
  expectSizes(new Map(sizes), pods.length, setup)
  const versions = pods.map(({ metadata }) => Number(metadata?.resourceVersion))
  // The resourceVersion of a list is not that of an object.
  if (setup.events) expectVersion(Math.max(...versions), setup)
}
