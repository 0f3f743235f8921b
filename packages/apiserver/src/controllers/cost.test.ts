import { LazyObject } from '@kube-informer/cacher'
import { type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { createChurn } from '../churn/churn.ts'
import { seededRandom } from '../object/random.ts'
import { lazyPods } from '../pods/generate.ts'
import { clusterWith } from '../test/workloads.ts'
import { generateCluster } from '../workloads/generate-cluster.ts'

const ALL = { scheduler: true, pods: true, replicaSets: true, deployments: true, jobs: true }

test('Pods whose owners are not stored cost no reads: a change builds only the Pod itself', async () => {
  const objects = lazyPods({ count: 2_000, seed: 1 })
  const { clock, server } = clusterWith(ALL, { objects })
  const built = () => objects.filter(object => object.isBuilt).length
  expect(built()).toBe(0)
  const churn = createChurn(server, { perSecond: 100, mix: { rollout: 0 }, random: seededRandom(1) })
  churn.start()
  await clock.advance(1_000)
  churn.stop()
  expect(churn.events).toBe(100)
  expect(built()).toBeLessThanOrEqual(100)
})

test('a change of a generated Pod reads the Pods of its ReplicaSet only', async () => {
  const objects = [...generateCluster({ count: 400, apps: 40 })]
  const lazy = objects.filter(object => object instanceof LazyObject && object.kind === 'Pod') as LazyObject[]
  const { clock, server } = clusterWith(ALL, { objects })
  const { rv } = server
  await clock.advance(10_000)
  expect(server.rv).toBe(rv)
  expect(lazy.filter(object => object.isBuilt)).toEqual([])
  const chosen = lazy.find(({ metadata }) =>
    server.keys(replicaSets).includes(`${metadata.namespace}/${metadata.ownerReferences?.[0]?.name}`),
  )
  const pod = server.get(pods, `${chosen?.metadata.namespace}/${chosen?.metadata.name}`)
  const conditions = pod?.status?.conditions?.map(condition =>
    condition.type === 'Ready' ? { ...condition, status: 'False' as const } : condition,
  )
  if (pod) server.update<Pod>({ ...pod, status: { ...pod.status, conditions: conditions ?? [] } })
  await clock.advance(1_000)
  const owner = pod?.metadata?.ownerReferences?.[0]?.name ?? ''
  const status = server.get<ReplicaSet>(replicaSets, `${pod?.metadata?.namespace}/${owner}`)?.status
  expect(status?.readyReplicas).toBe((status?.replicas ?? 0) - 1)
  expect(lazy.filter(object => object.isBuilt).length).toBe(status?.replicas)
})
