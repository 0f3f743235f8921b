import { compareResourceVersions } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { awaitedLater } from './awaited-later.ts'
import { type Answer, type Body, failure, send } from './endpoint.ts'
import { namesOf } from './histories.ts'
import { createPod, createPods, labelPod, rvOf } from './objects.ts'
import { type Cluster, rowsOf, type Target } from './target.ts'
import { textsOf, WatchReader } from './watch-reader.ts'

const ask = (cluster: Cluster, path: string, query: Record<string, string | number> = {}): Promise<Answer> =>
  send(cluster, 'GET', path, undefined, { query })

/** The 429 of a server whose watch cache is not initialized. */
const notReady = (retryAfterSeconds: number): object =>
  failure(429, 'TooManyRequests', expect.stringMatching(/^storage is \(re\)initializing/), {
    retryAfterSeconds,
  })

const itemsOf = (body: Body): readonly unknown[] | undefined => (body as { items?: readonly unknown[] }).items

/** A watch cache that is not ready, relists, or lags behind storage. */
export function describeReadiness(target: Target): void {
  const row = rowsOf(target)
  const rigged = { needs: ['hooks'] } as const
  const inTime = { needs: ['hooks', 'virtual time'] } as const

  describe('not ready', () => {
    row(
      'E12, E14, E15: watches and lists are rejected; requests that storage can serve are forwarded',
      async cluster => {
        const { metadata } = await createPod(cluster, 'a')
        const collection = `/api/v1/namespaces/${metadata.namespace}/pods`
        cluster.fake?.setReady(pods, false)
        const watch = await ask(cluster, collection, { watch: 1, resourceVersion: rvOf({ metadata }) })
        expect([watch.status, watch.headers.get('retry-after'), watch.body]).toEqual([429, '1', notReady(1)])
        expect((await ask(cluster, collection, { resourceVersion: 0 })).body).toEqual(notReady(1))
        const page = await ask(cluster, collection, { resourceVersion: 0, limit: 500 })
        expect([page.status, itemsOf(page.body)?.length]).toEqual([200, 1])
        const get = await ask(cluster, `${collection}/a`, { resourceVersion: 0 })
        expect([get.status, get.body.metadata?.uid]).toEqual([200, metadata.uid])
        cluster.fake?.setReady(pods, true)
        expect((await ask(cluster, collection, { resourceVersion: 0 })).status).toBe(200)
      },
      rigged,
    )

    row(
      'E13: Retry-After grows with the duration',
      async cluster => {
        await createPod(cluster, 'a')
        cluster.fake?.setReady(pods, false)
        const seen: unknown[] = []
        let passed = 0
        for (const second of [0, 14, 20, 30, 40, 57]) {
          await cluster.elapse((second - passed) * 1000)
          passed = second
          const { headers } = await ask(cluster, '/api/v1/pods', { watch: 1, resourceVersion: 1 })
          seen.push(headers.get('retry-after'))
        }
        expect(seen).toEqual(['1', '2', '3', '6', '11', '30'])
      },
      inTime,
    )
  })

  describe('a relist', () => {
    row(
      'E09: ends the watches without an error; earlier resourceVersions expire',
      async cluster => {
        const [pod] = await createPods(cluster, 'a')
        const namespace = await cluster.namespace()
        const before = rvOf(pod ?? {})
        const watch = await WatchReader.open(cluster, pods, { namespace, resourceVersion: before })
        await createPod(cluster, 'b')
        expect(await watch.take(1)).toEqual(['A b'])
        await cluster.relist?.()
        expect(await watch.rest()).toEqual([])
        const late = await WatchReader.open(cluster, pods, { namespace, resourceVersion: before })
        expect(textsOf(await late.rest())).toEqual(['E 410 Expired'])
        const now = await WatchReader.open(cluster, pods, { namespace, resourceVersion: await cluster.rv() })
        await createPod(cluster, 'c')
        expect(await now.take(1)).toEqual(['A c'])
      },
      rigged,
    )

    row(
      'E10: a client that resumes receives every write, or an error event',
      async cluster => {
        const [pod] = await createPods(cluster, 'a')
        const namespace = await cluster.namespace()
        if (!pod) throw new Error('nothing was created')
        const seen: string[] = []
        let from = rvOf(pod)
        let errorEvents = 0
        for (let write = 0; write < 100; write++) {
          await labelPod(cluster, pod, { write: String(write) })
          if (write % 10 === 5) await cluster.relist?.()
          if (write % 3 !== 0) continue
          const watch = await WatchReader.open(cluster, pods, { namespace, resourceVersion: from })
          await createPod(cluster, `fence-${write}`)
          for (const { text, resourceVersion } of await watch.upTo(`A fence-${write}`)) {
            if (text.startsWith('E')) errorEvents++
            else seen.push(resourceVersion)
          }
          await watch.close()
          from = await cluster.rv()
        }
        expect(errorEvents).toBeGreaterThan(0)
        expect(seen.length).toBeGreaterThan(0)
        expect(seen).toEqual([...new Set(seen)].toSorted(compareResourceVersions))
      },
      rigged,
    )
  })

  describe('a watch cache that lags behind storage', () => {
    row(
      'E18: a consistent list is forwarded to storage after three seconds',
      async cluster => {
        await createPods(cluster, 'a')
        const namespace = await cluster.namespace()
        cluster.fake?.stallWatchCache(pods)
        await createPods(cluster, 'b')
        const start = cluster.clock.now()
        const listing = cluster.client
          .list(pods, { namespace })
          .then(list => [namesOf(list), cluster.clock.now() - start])
        const [[names, took]] = await Promise.all([listing, cluster.elapse(10_000)])
        expect(names).toEqual(['a', 'b'])
        expect(took).toBeGreaterThanOrEqual(3_000)
        expect(took).toBeLessThan(3_500)
      },
      inTime,
    )

    row(
      'E20: a list of a resourceVersion is answered as soon as it is reached',
      async cluster => {
        await createPods(cluster, 'a')
        const namespace = await cluster.namespace()
        const resume = cluster.fake?.stallWatchCache(pods)
        const [b] = await createPods(cluster, 'b')
        const start = cluster.clock.now()
        const options = { namespace, resourceVersion: rvOf(b ?? {}) }
        const listing = awaitedLater(
          cluster.client.list(pods, options).then(list => [namesOf(list), cluster.clock.now() - start]),
        )
        await cluster.elapse(1_000)
        resume?.()
        await cluster.elapse(2_000)
        const [names, took] = await listing
        expect(names).toEqual(['a', 'b'])
        expect(took).toBeGreaterThanOrEqual(1_000)
        expect(took).toBeLessThan(1_500)
      },
      inTime,
    )
  })
}
