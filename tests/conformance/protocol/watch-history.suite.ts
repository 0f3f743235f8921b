import { compareResourceVersions, isResourceExpired, StatusError } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { awaitedLater } from './awaited-later.ts'
import { allLinesOf, type RawEvent } from './lines.ts'
import {
  createEvent,
  createPod,
  createPods,
  createWidget,
  deletePod,
  labelPod,
  rvOf,
  rvPlus,
} from './objects.ts'
import { badRequest, invalidOptions, rejectionOf } from './rejection.ts'
import { type Cluster, events, rowsOf, type Target, widgets } from './target.ts'
import { textsOf, WatchReader } from './watch-reader.ts'

const STATE_WITH_END = {
  sendInitialEvents: true,
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: true,
} as const

const isAtLeast = (rv: string, floor: string): boolean => compareResourceVersions(rv, floor) >= 0

/** Watches from a past or future resourceVersion, and on the legacy path. */
export function describeWatchHistory(target: Target): void {
  const row = rowsOf(target)

  describe('history', () => {
    row('S22: writes since the resourceVersion are sent first', async cluster => {
      const namespace = await cluster.namespace()
      const before = await cluster.rv()
      const pod = await createPod(cluster, 'foo')
      const watch = await WatchReader.open(cluster, pods, { namespace, resourceVersion: before })
      await labelPod(cluster, pod, { step: '2' })
      expect(await watch.take(2)).toEqual(['A foo', 'M foo'])
    })

    row('S29: after a list, every later write exactly once', async cluster => {
      const namespace = await cluster.namespace()
      const [a, b] = await createPods(cluster, 'a', 'b')
      const list = await cluster.client.list(pods, { namespace })
      if (!a || !b) throw new Error('nothing was created')
      await labelPod(cluster, a, { step: '2' })
      const { resourceVersion } = list.metadata
      const watch = await WatchReader.open(cluster, pods, { namespace, resourceVersion })
      await createPod(cluster, 'c')
      await labelPod(cluster, b, { step: '2' })
      await deletePod(cluster, a)
      const seen = textsOf(await watch.upTo('D a')).filter(text => text !== 'B')
      // A real server marks a Pod as deleted before it removes it.
      const marked = seen.length === 5 ? ['M a'] : []
      expect(seen).toEqual(['M a', 'A c', 'M b', ...marked, 'D a'])
    })

    row('S25: an expired resourceVersion is one ERROR in the stream, then its end', async cluster => {
      // No watch cache holds widgets at resourceVersion 1.
      const watch = await WatchReader.open(cluster, widgets, { resourceVersion: '1' })
      const seen = await watch.rest()
      expect(textsOf(seen)).toEqual(['E 410 Expired'])
      const [expired] = seen
      if (expired?.event.type !== 'ERROR') throw new Error('the watch sent no ERROR')
      expect(expired.event.object).toMatchObject({ kind: 'Status', status: 'Failure' })
      expect(expired.event.object.message).toMatch(/^too old resource version: 1 \(\d+\)$/)
      expect(isResourceExpired(new StatusError(expired.event.object))).toBe(true)
    })

    row(
      'S25: so is a compacted resourceVersion of a resource without a watch cache',
      async cluster => {
        const namespace = await cluster.namespace()
        const first = await createEvent(cluster, 'a')
        await createEvent(cluster, 'b')
        const last = await createEvent(cluster, 'c')
        await cluster.compact?.(rvOf(last))
        const watch = await WatchReader.open(cluster, events, { namespace, resourceVersion: rvOf(first) })
        expect(textsOf(await watch.rest())).toEqual(['E 410 Expired'])
        const open = await WatchReader.open(cluster, events, { namespace, resourceVersion: rvOf(last) })
        await createEvent(cluster, 'd')
        expect(await open.take(1)).toEqual(['A d'])
      },
      { needs: ['compaction'] },
    )

    row(
      'S25, S24: the watch cache retains compacted history, and initial events are always the latest state',
      async cluster => {
        const namespace = await cluster.namespace()
        const before = await cluster.rv()
        const pod = await createPod(cluster, 'a')
        const changed = await labelPod(cluster, pod, { step: '2' })
        await cluster.compact?.(rvOf(changed))
        const watch = await WatchReader.open(cluster, pods, { namespace, resourceVersion: before })
        expect(await watch.take(2)).toEqual(['A a', 'M a'])
        const state = await WatchReader.open(cluster, pods, { namespace, resourceVersion: '0' })
        const [seen] = await state.takeSeen(1)
        expect([seen?.text, seen?.resourceVersion]).toEqual(['A a', rvOf(changed)])
      },
      { needs: ['compaction'] },
    )

    row('S32: the oldest known resourceVersion can be watched; the one before expired', async cluster => {
      const namespace = await cluster.namespace()
      await createWidget(cluster, 'a')
      const tooOld = async (resourceVersion: string) => {
        const watch = await WatchReader.open(cluster, widgets, { namespace, resourceVersion })
        const [expired] = await watch.rest()
        return expired?.event.type === 'ERROR' ? expired.event.object.message : undefined
      }
      const oldest = /\((\d+)\)$/.exec((await tooOld('1')) ?? '')?.[1] ?? ''
      const before = rvPlus(oldest, -1)
      expect(await tooOld(before)).toBe(`too old resource version: ${before} (${oldest})`)
      const open = await WatchReader.open(cluster, widgets, { namespace, resourceVersion: oldest })
      expect(await open.take(1)).toEqual(['A a'])
    })

    row(
      'S31: after a relist its resourceVersion and the next one can be watched; the one before expired',
      async cluster => {
        await createPods(cluster, 'a')
        await cluster.relist?.()
        const listed = await oldestOf(cluster)
        const namespace = await cluster.namespace()
        const [at, after] = [
          await WatchReader.open(cluster, pods, { namespace, resourceVersion: listed }),
          await WatchReader.open(cluster, pods, { namespace, resourceVersion: rvPlus(listed, 1) }),
        ]
        const before = await WatchReader.open(cluster, pods, {
          namespace,
          resourceVersion: rvPlus(listed, -1),
        })
        expect(textsOf(await before.rest())).toEqual(['E 410 Expired'])
        await createPods(cluster, 'b', 'c')
        expect((await at.take(2)).slice(0, 2)).toEqual(['A b', 'A c'])
        expect((await after.upTo('A c')).length).toBeGreaterThan(0)
      },
      { needs: ['relists'], timeoutMs: 90_000 },
    )
  })

  describe('the future', () => {
    row(
      'S27: initial events at a resourceVersion that is not reached are a 504 in the stream after three seconds',
      async cluster => {
        const future = rvPlus(await cluster.rv(), 100)
        const [watch] = await Promise.all([
          WatchReader.open(cluster, pods, { ...STATE_WITH_END, resourceVersion: future }),
          cluster.elapse(3_500),
        ])
        const seen = await watch.rest()
        expect(textsOf(seen)).toEqual(['E 504 Timeout'])
        expect(seen[0]?.event.object).toMatchObject({
          details: {
            causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
            retryAfterSeconds: 1,
          },
        })
      },
      { concurrent: true },
    )

    row('S28: initial events at a resourceVersion that is reached in time are sent then', async cluster => {
      const namespace = await cluster.namespace()
      await createPods(cluster, 'a')
      const future = rvPlus(await cluster.rv(), 10)
      const opening = awaitedLater(
        WatchReader.open(cluster, pods, { namespace, ...STATE_WITH_END, resourceVersion: future }),
      )
      await cluster.elapse(500)
      for (let i = 0; i < 10; i++) await cluster.bump()
      // The watch cache learns about writes to other resources when it requests progress from storage.
      await cluster.elapse(300)
      const seen = await (await opening).upTo('B end')
      expect(textsOf(seen)).toEqual(['A a', 'B end'])
      expect(isAtLeast(seen[1]?.resourceVersion ?? '', future)).toBe(true)
    })
  })

  describe('the legacy path', () => {
    row('S33: it watches without the parameter watch', async cluster => {
      const namespace = await cluster.namespace()
      const before = await cluster.rv()
      await createPods(cluster, 'a')
      const base = '/api/v1/watch'
      const ways = [
        `${base}/pods`,
        `${base}/namespaces/${namespace}/pods`,
        `${base}/namespaces/${namespace}/pods/a`,
      ]
      const seen = await Promise.all(ways.map(path => legacy(cluster, path, { resourceVersion: before })))
      expect(seen).toEqual([['ADDED a'], ['ADDED a'], ['ADDED a']])
    })

    row(
      'S34: selectors, resourceVersion and timeout apply there too',
      async cluster => {
        const namespace = await cluster.namespace()
        const first = await createPod(cluster, 'a', { labels: { on: 'yes' } })
        await createPod(cluster, 'b', { labels: { on: 'yes' } })
        await createPod(cluster, 'c', { labels: { on: 'no' } })
        await createPod(cluster, 'd', { labels: { on: 'yes' } })
        const path = `/api/v1/watch/namespaces/${namespace}/pods`
        const query = {
          labelSelector: 'on=yes',
          fieldSelector: 'metadata.name!=b',
          resourceVersion: rvOf(first),
        }
        expect(await legacy(cluster, path, query)).toEqual(['ADDED d'])
      },
      { concurrent: true },
    )

    row('S34: the options are validated like those of a list', async ({ client }) => {
      const path = '/api/v1/watch/namespaces/default/pods'
      const watch = client.request(path, {
        query: { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' },
      })
      expect(await rejectionOf(watch)).toEqual(
        invalidOptions(
          [
            'Forbidden',
            'resourceVersionMatch',
            'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
          ],
          ['Forbidden', 'sendInitialEvents', 'Forbidden: sendInitialEvents is forbidden for list'],
        ),
      )
      const other = client.request(`${path}/a`, { query: { fieldSelector: 'metadata.name=b' } })
      expect(await rejectionOf(other)).toEqual(
        badRequest("fieldSelector metadata.name doesn't match requested name"),
      )
    })
  })
}

/** The oldest resourceVersion that Pods can be watched from, as named in the 410 for an older one. */
async function oldestOf(cluster: Cluster): Promise<string> {
  const watch = await WatchReader.open(cluster, pods, { resourceVersion: '1' })
  const [expired] = await watch.rest()
  if (expired?.event.type !== 'ERROR') throw new Error('the first resourceVersion has not expired')
  return /\((\d+)\)$/.exec(expired.event.object.message ?? '')?.[1] ?? ''
}

/** All events of a watch on the legacy path with a timeout of one second. */
async function legacy(
  { client, elapse }: Cluster,
  path: string,
  query: Record<string, string>,
): Promise<string[]> {
  const response = await client.request(path, { query: { ...query, timeoutSeconds: 1 } })
  const [lines] = await Promise.all([allLinesOf<RawEvent>(response), elapse(1_000)])
  return lines.map(({ type, object }) => `${type} ${object.metadata?.name}`)
}
