import { defineResource } from '@kube-informer/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { Etcd } from '../../../tools/kubernetes/etcd.ts'
import { clientOf } from '../../../tools/kubernetes/seed.ts'
import { type Cluster as ControlPlane, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { awaitedLater } from './awaited-later.ts'
import { Endpoint, failure } from './endpoint.ts'
import { rvOf } from './objects.ts'
import { openReal } from './real-cluster.ts'
import type { Cluster } from './target.ts'
import { textsOf, WatchReader } from './watch-reader.ts'
import { defineWidgets } from './widgets-definition.ts'

/** A resource that nothing else on the server uses. */
const controllers = defineResource({
  group: '',
  version: 'v1',
  plural: 'replicationcontrollers',
  kind: 'ReplicationController',
  namespaced: true,
})

/** Timeout for the watch cache to lose its state, and to be initialized again. */
const PATIENCE = { timeout: 90_000, interval: 500 }

describeReal('a real kube-apiserver with an undecodable object in storage', () => {
  let plane: ControlPlane | undefined
  beforeAll(async () => {
    if (!process.env.LONG) return
    plane = await startKubernetes()
    trust(plane)
    await defineWidgets(clientOf(plane))
  }, 120_000)
  afterAll(() => plane?.stop(), 20_000)

  test('E09, E12, E13, E14, E15: the watch cache is not ready until the object is removed', {
    timeout: 300_000,
  }, async context => {
    if (!plane?.etcdUrl) return context.skip('needs minutes of real time: set LONG=1')
    const { etcdUrl } = plane
    const client = clientOf(plane)
    const cluster: Cluster = openReal(plane, client, 'u-', cleanup =>
      context.onTestFinished(async () => void (await cleanup())),
    )
    const namespace = await cluster.namespace()
    const endpoint = new Endpoint(cluster, `/api/v1/namespaces/${namespace}/replicationcontrollers`)
    const template = {
      metadata: { labels: { app: 'good' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    }
    const spec = { replicas: 0, selector: { app: 'good' }, template }
    const made = await endpoint.make({ metadata: { name: 'good' }, spec })
    const watch = await WatchReader.open(cluster, controllers, { namespace, resourceVersion: rvOf(made) })
    const reading = awaitedLater(watch.rest())

    const etcd = new Etcd(etcdUrl)
    const key = `/registry/controllers/${namespace}/bad`
    await etcd.put(key, 'no object at all')
    // E09: the watch ends without an error or any other event.
    expect(textsOf(await reading)).toEqual([])

    const opening = { watch: 1, resourceVersion: rvOf(made), timeoutSeconds: 1 }
    const tryWatch = () => endpoint.get('', { query: opening })
    await expect.poll(async () => (await tryWatch()).status, PATIENCE).toBe(429)
    const seen = new Set<number>()
    await expect
      .poll(async () => {
        const { headers, body: refused } = await tryWatch()
        const retryAfterSeconds = Number(headers.get('retry-after'))
        seen.add(retryAfterSeconds)
        const why = expect.stringMatching(/^storage is \(re\)initializing/)
        expect(refused).toEqual(failure(429, 'TooManyRequests', why, { retryAfterSeconds }))
        return retryAfterSeconds
      }, PATIENCE)
      .toBeGreaterThanOrEqual(3)
    expect([...seen]).toEqual([...seen].toSorted((a, b) => a - b))
    expect((await endpoint.get('', { query: { resourceVersion: 0 } })).status).toBe(429)
    const page = await endpoint.get('', { query: { resourceVersion: 0, limit: 500 } })
    expect([page.status, page.body.reason]).toEqual([500, 'StorageReadError'])
    const get = await endpoint.get('good', { query: { resourceVersion: 0 } })
    expect([get.status, get.body.metadata?.uid]).toEqual([200, made.metadata?.uid])

    await etcd.remove(key)
    await expect.poll(async () => (await tryWatch()).status, PATIENCE).toBe(200)
    const late = await WatchReader.open(cluster, controllers, { namespace, resourceVersion: rvOf(made) })
    expect(textsOf(await late.rest())).toEqual(['E 410 Expired'])
    const list = await client.list(controllers, { namespace })
    const { resourceVersion } = list.metadata
    const now = await WatchReader.open(cluster, controllers, { namespace, resourceVersion })
    await client.delete(controllers, { namespace, name: 'good' }, { propagationPolicy: 'Background' })
    expect(await now.take(1)).toEqual(['D good'])
  })
})
