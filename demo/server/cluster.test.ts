import { pods } from '@kube-informer/apiserver'
import { createKubeClient, createListWatch, systemClock } from '@kube-informer/core'
import { deployments, replicaSets } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { createCluster, warmUp } from './cluster.ts'
import { SHOP } from './shop.ts'

test('the shop starts its Pods, and the generated workloads stay as they are', {
  timeout: 20_000,
}, async () => {
  const { server } = createCluster({ pods: 500, churn: 0, seed: 1 })
  const before = server.list(replicaSets).filter(({ metadata }) => metadata?.namespace !== SHOP)
  const ready = (name: string) => server.get(deployments, `${SHOP}/${name}`)?.status?.readyReplicas
  await expect.poll(() => [ready('web'), ready('api')], { timeout: 15_000 }).toEqual([3, 4])
  expect(server.list(replicaSets).filter(({ metadata }) => metadata?.namespace !== SHOP)).toEqual(before)
  const generated = server.list(pods).filter(({ metadata }) => metadata.namespace !== SHOP)
  expect(
    generated.filter(({ metadata }) => metadata.ownerReferences?.[0]?.kind === 'ReplicaSet'),
  ).toHaveLength(500)
})

test('a generated Deployment can be scaled, and its ReplicaSet replaces a deleted Pod', {
  timeout: 20_000,
}, async () => {
  const { server } = createCluster({ pods: 500, churn: 0, seed: 1 })
  const [deployment] = server.list(deployments).filter(({ metadata }) => metadata?.namespace !== SHOP)
  const { namespace, name } = deployment?.metadata ?? {}
  const response = await server.fetch(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: JSON.stringify({ spec: { replicas: 4 } }),
  })
  expect(response.status).toBe(200)
  const owned = () =>
    server
      .list(pods)
      .filter(({ metadata }) => metadata.namespace === namespace && metadata.labels?.app === name)
  await expect
    .poll(() => owned().filter(({ status }) => status?.phase === 'Running').length, { timeout: 15_000 })
    .toBe(4)
  const [first] = owned()
  if (first) server.delete(first, pods)
  await expect
    .poll(() => owned().filter(({ status }) => status?.phase === 'Running').length, { timeout: 15_000 })
    .toBe(4)
  const mine = server
    .list(replicaSets)
    .filter(
      ({ metadata, spec }) =>
        metadata?.namespace === namespace && metadata?.labels?.app === name && (spec.replicas ?? 0) > 0,
    )
  expect(mine).toHaveLength(1)
})

test('a server that is warmed up encodes no Pod for the first visit', async () => {
  let slices = 0
  const clock = {
    ...systemClock,
    yieldToHost: () => {
      slices++
      return systemClock.yieldToHost()
    },
  }
  const { server } = createCluster({ pods: 1_000, churn: 0, seed: 1, clock })
  await warmUp(server)
  const before = slices
  expect(before).toBeGreaterThanOrEqual(5)
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const { items } = await createListWatch(client, pods, { form: 'row' }).list(
    { resourceVersion: '0' },
    { signal: new AbortController().signal },
  )
  expect([items.length >= 1_000, slices]).toEqual([true, before])
})
