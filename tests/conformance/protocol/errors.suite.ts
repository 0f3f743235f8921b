import {
  createListWatch,
  isAbort,
  isInvalid,
  type KubernetesObject,
  type ListerWatcher,
  SharedIndexInformer,
  StatusError,
} from '@kube-informer/core'
import { type LoggedRequest, type Pod, pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { namesOf } from './histories.ts'
import { createPod, createPods, labelPod, podOf, rvOf } from './objects.ts'
import { rejectionOf } from './rejection.ts'
import { type Cluster, rowsOf, type Target, widgets } from './target.ts'
import { textsOf, WatchReader } from './watch-reader.ts'

const STATE = {
  sendInitialEvents: true,
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: true,
} as const

/** How long a real server may take to detect a disconnected client. */
const WITHIN = { timeout: 5_000 }

/** Starts an informer that stops at the end of its test. */
function startInformer<T extends KubernetesObject>(
  { clock, defer }: Cluster,
  listerWatcher: ListerWatcher<T>,
): SharedIndexInformer<T> {
  const controller = new AbortController()
  const informer = new SharedIndexInformer<T>({ listerWatcher, clock })
  const running = informer.run(controller.signal)
  defer(async () => {
    controller.abort()
    await running
  })
  return informer
}

/** The informer uses plain lists and watches, whose requests are easy to count. */
const plainly = <T>(source: ListerWatcher<T>): ListerWatcher<T> => ({
  ...source,
  watchList: { isSupported: false },
})

const askedFor = ({ fake }: Cluster, kind: LoggedRequest['kind']): LoggedRequest[] =>
  (fake?.requests ?? []).filter(request => request.resource === 'pods' && request.kind === kind)

/** How a watch fails, ends and is closed. */
export function describeErrors(target: Target): void {
  const row = rowsOf(target)
  const alone = { needs: ['the cluster to itself'] } as const
  const faulty = { needs: ['faults'] } as const

  describe('a watch that fails', () => {
    row(
      'E01, E02: after the headers, a failure is one ERROR event and the end of the stream',
      async cluster => {
        const namespace = await cluster.namespace()
        const watch = await WatchReader.open(cluster, widgets, { namespace, resourceVersion: '1' })
        const [error, ...later] = await watch.rest()
        expect(error?.event).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 410 } })
        expect(later).toEqual([])
      },
    )

    row('E03: before the headers, a failure is a Status response', async cluster => {
      const response = await cluster.fetch('/api/v1/pods?watch=1&sendInitialEvents=true&pretty=false')
      expect([response.status, response.headers.get('content-type')]).toEqual([422, 'application/json'])
      expect(await response.json()).toMatchObject({ kind: 'Status', code: 422 })
      const refused = await cluster.client
        .watch(pods, { sendInitialEvents: true })
        .catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(StatusError)
      expect(isInvalid(refused)).toBe(true)
    })

    row('E23: an unsupported media type is 406 NotAcceptable', async ({ client }) => {
      const headers = { accept: 'application/XYZ' }
      const watch = client.request('/api/v1/pods', { query: { watch: 1, resourceVersion: '1' }, headers })
      expect(await rejectionOf(watch)).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: expect.stringContaining(
          '406: Not Acceptable\n\nAvailable representations: application/json',
        ),
        reason: 'NotAcceptable',
        details: {},
        code: 406,
      })
    })

    row('E25: after 410 Expired, a client can list and resume', async cluster => {
      await createPods(cluster, 'a')
      const expired = await WatchReader.open(cluster, widgets, { resourceVersion: '1' })
      expect(textsOf(await expired.rest())).toEqual(['E 410 Expired'])
      const namespace = await cluster.namespace()
      const list = await cluster.client.list(pods, { namespace })
      expect(namesOf(list)).toEqual(['a'])
      const { resourceVersion } = list.metadata
      const watch = await WatchReader.open(cluster, pods, { namespace, resourceVersion })
      await createPods(cluster, 'b')
      expect(await watch.take(1)).toEqual(['A b'])
    })

    row(
      'E25: an informer whose resourceVersion expired relists and misses nothing',
      async cluster => {
        const [pod] = await createPods(cluster, 'a')
        const informer = startInformer(cluster, plainly(createListWatch(cluster.client, pods)))
        await cluster.elapse(10)
        expect(informer.hasSynced()).toBe(true)
        cluster.fake?.relist()
        if (pod) await labelPod(cluster, pod, { step: '2' })
        await createPods(cluster, 'b')
        await cluster.elapse(10_000)
        expect(informer.indexer.listKeys().toSorted()).toEqual(['n/a', 'n/b'])
        expect(informer.indexer.getByKey('n/a')?.metadata.labels).toEqual({ step: '2' })
        expect(askedFor(cluster, 'list')).toHaveLength(2)
      },
      { needs: ['virtual time', 'relists'] },
    )
  })

  describe('a watch that ends', () => {
    row(
      'E04: a watch ends at its timeout without an event',
      async cluster => {
        const options = { resourceVersion: await cluster.rv(), timeoutSeconds: 1 }
        const watch = await WatchReader.open(cluster, pods, options)
        const [seen] = await Promise.all([watch.rest(), cluster.elapse(1_000)])
        expect(seen).toEqual([])
      },
      { concurrent: true },
    )

    row(
      'E05: without a timeout, a watch ends after 30 to 60 minutes',
      async cluster => {
        const start = cluster.clock.now()
        const lives: number[] = []
        for (let i = 0; i < 8; i++) {
          const watch = await WatchReader.open(cluster, pods, { resourceVersion: await cluster.rv() })
          void watch.rest().then(() => lives.push((cluster.clock.now() - start) / 1000))
        }
        await cluster.elapse(3_600_000)
        expect(lives).toHaveLength(8)
        expect(Math.min(...lives)).toBeGreaterThanOrEqual(1800)
        expect(Math.max(...lives)).toBeLessThan(3600)
        expect(new Set(lives).size).toBeGreaterThan(1)
      },
      { needs: ['virtual time'] },
    )

    row(
      'E24: an incomplete line is not an event, and the watch resumes from before it',
      async cluster => {
        const namespace = await cluster.namespace()
        const { fake } = cluster
        const [pod] = await createPods(cluster, 'a')
        fake?.faults.add({ match: { watch: true }, times: 1, action: { type: 'truncate', afterEvents: 1 } })
        const options = { namespace, resourceVersion: rvOf(pod ?? {}) }
        const cut = await WatchReader.open(cluster, pods, options)
        await createPods(cluster, 'b', 'c')
        const seen = await cut.rest()
        expect(textsOf(seen)).toEqual(['A b'])
        const resumed = await WatchReader.open(cluster, pods, {
          namespace,
          resourceVersion: seen[0]?.resourceVersion,
        })
        expect(await resumed.take(1)).toEqual(['A c'])
      },
      faulty,
    )

    row(
      'E24: an informer resumes after dropped watches, without a loss or a relist',
      async cluster => {
        await createPods(cluster, 'a')
        const informer = startInformer(cluster, plainly(createListWatch(cluster.client, pods)))
        await cluster.elapse(10)
        // A watch that ends within its first second without an event counts as a failure.
        await cluster.elapse(2_000)
        cluster.fake?.dropWatches()
        await createPods(cluster, 'b')
        await cluster.elapse(10_000)
        expect(informer.indexer.listKeys().toSorted()).toEqual(['n/a', 'n/b'])
        expect([askedFor(cluster, 'list').length, askedFor(cluster, 'watch').length]).toEqual([1, 2])
      },
      { needs: ['virtual time', 'faults'] },
    )
  })

  describe('a watch that the client closes', () => {
    row(
      'E06: the server releases a watch when its reader disconnects',
      async cluster => {
        const open = await restingWatchesOf(cluster)
        const watch = await WatchReader.open(cluster, pods, STATE)
        expect((await watch.next())?.text).toBe('B end')
        await expect.poll(() => openWatchesOf(cluster), WITHIN).toBe(open + 1)
        await watch.close()
        await expect.poll(() => openWatchesOf(cluster), WITHIN).toBe(open)
      },
      alone,
    )

    row('E06: the server releases the watch of a stopped informer', async cluster => {
      const open = await restingWatchesOf(cluster)
      const controller = new AbortController()
      const listerWatcher = createListWatch(cluster.client, pods)
      const informer = new SharedIndexInformer<Pod>({ listerWatcher, clock: cluster.clock })
      const running = informer.run(controller.signal)
      await cluster.elapse(10)
      await informer.synced(controller.signal)
      await expect.poll(() => openWatchesOf(cluster), WITHIN).toBe(open + 1)
      controller.abort()
      await running
      await expect.poll(() => openWatchesOf(cluster), WITHIN).toBe(open)
    })

    row('E22: an abort before the start sends no request', async cluster => {
      const asked = cluster.fake?.requests.length
      const refused = await cluster.client
        .watch(pods, {}, { signal: AbortSignal.abort() })
        .catch((error: unknown) => error)
      expect(isAbort(refused)).toBe(true)
      expect(cluster.fake?.requests.length).toBe(asked)
    })

    row(
      'E07: the server disconnects stalled readers, and the others receive everything',
      async cluster => {
        const { fake } = cluster
        const namespace = await cluster.namespace()
        const options = { namespace, resourceVersion: await cluster.rv() }
        const stalled = []
        for (let i = 0; i < 10; i++) stalled.push(await WatchReader.open(cluster, pods, options))
        const reader = await WatchReader.open(cluster, pods, options)
        // Larger than the buffers between two sockets.
        const annotations = { filler: 'x'.repeat(50_000) }
        fake?.create(podOf(namespace, 'busy', { annotations }), pods)
        expect((await reader.next())?.text).toBe('A busy')
        // Fewer events than a server buffers for a slow reader.
        const [batches, batch] = [40, 10]
        for (let written = 0; written < batches * batch; written += batch) {
          for (let i = 0; i < batch; i++) {
            const labels = { step: String(written + i) }
            fake?.update(podOf(namespace, 'busy', { annotations, labels }), pods)
          }
          const [seen] = await Promise.all([reader.take(batch), cluster.elapse(200)])
          expect(seen).toHaveLength(batch)
        }
        for (const watch of stalled) {
          const seen = textsOf(await watch.rest())
          expect(seen.length).toBeLessThan(batches * batch)
          expect(new Set(seen)).toEqual(new Set(['A busy', 'M busy']))
        }
      },
      { needs: ['faults'], timeoutMs: 30_000 },
    )
  })

  describe('a server that rejects a request', () => {
    row(
      'E26: after a 429, no request is sent before the Retry-After time',
      async cluster => {
        await createPod(cluster, 'a')
        const action = { type: 'status', code: 429, retryAfterSeconds: 2 } as const
        cluster.fake?.faults.add({ match: { watch: true }, times: 1, action })
        cluster.fake?.faults.add({ match: { resource: 'pods', watch: false }, times: 1, action })
        const start = cluster.clock.now()
        const informer = startInformer(cluster, plainly(createListWatch(cluster.client, pods)))
        await cluster.elapse(60_000)
        expect(informer.hasSynced()).toBe(true)
        const times = (kind: LoggedRequest['kind']) => askedFor(cluster, kind).map(({ at }) => at - start)
        const [firstList = 0, secondList = 0] = times('list')
        expect(secondList - firstList).toBeGreaterThanOrEqual(2_000)
        const [firstWatch = 0, secondWatch = 0] = times('watch')
        expect(secondWatch - firstWatch).toBeGreaterThanOrEqual(2_000)
      },
      { needs: ['faults', 'virtual time'] },
    )

    row(
      'E27: a 410 response to a watch is handled like a 410 in its stream',
      async cluster => {
        await createPod(cluster, 'a')
        const informer = startInformer(cluster, plainly(createListWatch(cluster.client, pods)))
        await cluster.elapse(10)
        cluster.fake?.faults.add({ match: { watch: true }, times: 1, action: { type: 'status', code: 410 } })
        // A watch that ends within its first second without an event counts as a failure.
        await cluster.elapse(2_000)
        cluster.fake?.dropWatches()
        await createPods(cluster, 'b')
        await cluster.elapse(10_000)
        expect(informer.indexer.listKeys().toSorted()).toEqual(['n/a', 'n/b'])
        expect(askedFor(cluster, 'list')).toHaveLength(2)
      },
      { needs: ['faults', 'virtual time'] },
    )
  })
}

/** The number of open watches of Pods, from the metrics of the server. */
async function openWatchesOf({ fake, client }: Cluster): Promise<number> {
  if (fake) return fake.openWatches
  const metrics = await (await client.request('/metrics', { headers: { accept: 'text/plain' } })).text()
  const gauges = metrics.matchAll(/^apiserver_longrunning_requests\{([^}]*)\} (\d+)$/gm)
  let open = 0
  for (const [, labels = '', count] of gauges)
    if (labels.includes('resource="pods"') && labels.includes('verb="WATCH"')) open += Number(count)
  return open
}

/** The same once the watches of earlier tests are closed; a real server also watches Pods itself. */
async function restingWatchesOf(cluster: Cluster): Promise<number> {
  let last = -1
  for (let open = await openWatchesOf(cluster); open !== last; open = await openWatchesOf(cluster)) {
    last = open
    await cluster.elapse(100)
  }
  return last
}
