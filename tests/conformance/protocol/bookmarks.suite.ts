import { compareResourceVersions } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { awaitedLater } from './awaited-later.ts'
import { createPod, createPods, podOf, rvOf } from './objects.ts'
import { type Cluster, rowsOf, type Target } from './target.ts'
import { type SeenEvent, textsOf, WatchReader } from './watch-reader.ts'

const STATE = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } as const
const STATE_AND_BOOKMARKS = { ...STATE, allowWatchBookmarks: true } as const
const MINUTE = 60_000

const bookmarksOf = (seen: readonly SeenEvent<unknown>[]) => seen.filter(({ text }) => text.startsWith('B'))
const isAtLeast = (rv: string, floor: string): boolean => compareResourceVersions(rv, floor) >= 0

/** Advances time, and resolves with the result of `reading`. */
async function readThrough<T>(cluster: Cluster, ms: number, reading: Promise<T>): Promise<T> {
  await cluster.elapse(ms)
  return reading
}

/** Bookmarks: when the server sends them, and what they contain. */
export function describeBookmarks(target: Target): void {
  const row = rowsOf(target)
  const waiting = { concurrent: true } as const
  const virtual = { needs: ['virtual time'] } as const
  const slow = { needs: ['minutes'], timeoutMs: 6 * MINUTE } as const

  describe('when bookmarks are sent', () => {
    row(
      'B02: before the end of a short watch, with the resourceVersion of a write outside the scope',
      async cluster => {
        const namespace = await cluster.namespace()
        const options = {
          namespace,
          resourceVersion: await cluster.rv(),
          allowWatchBookmarks: true,
          timeoutSeconds: 3,
        }
        const watch = await WatchReader.open(cluster, pods, options)
        const elsewhere = await createPod(cluster, 'a', { namespace: 'elsewhere' })
        const seen = await readThrough(cluster, 3_000, watch.rest())
        expect(seen.length).toBeGreaterThanOrEqual(1)
        for (const { text, resourceVersion } of seen) {
          expect(text).toBe('B')
          expect(isAtLeast(resourceVersion, rvOf(elsewhere))).toBe(true)
        }
      },
      waiting,
    )

    row(
      'B03: a bookmark follows all events that it covers and precedes all others',
      async cluster => {
        const namespace = await cluster.namespace()
        const options = {
          namespace,
          resourceVersion: await cluster.rv(),
          allowWatchBookmarks: true,
          timeoutSeconds: 3,
        }
        const watch = await WatchReader.open(cluster, pods, options)
        const reading = awaitedLater(watch.rest())
        for (let i = 0; i < 100; i++) {
          await createPod(cluster, `pod-${i}`)
          await cluster.elapse(10)
        }
        await cluster.elapse(2_000)
        const seen = await reading
        expect(bookmarksOf(seen).length).toBeGreaterThanOrEqual(1)
        const versions = seen.map(({ resourceVersion }) => resourceVersion)
        expect(versions).toEqual(versions.toSorted(compareResourceVersions))
        for (const [index, { text, resourceVersion }] of seen.entries()) {
          const isLive = !text.startsWith('B')
          if (isLive && index > 0) expect(resourceVersion).not.toBe(versions[index - 1])
        }
      },
      waiting,
    )

    row(
      'B08: a watch of two seconds has no bookmark',
      async cluster => {
        const namespace = await cluster.namespace()
        const options = {
          namespace,
          resourceVersion: await cluster.rv(),
          allowWatchBookmarks: true,
          timeoutSeconds: 2,
        }
        const watch = await WatchReader.open(cluster, pods, options)
        await cluster.bump()
        expect(await readThrough(cluster, 2_000, watch.rest())).toEqual([])
      },
      waiting,
    )

    row(
      'B16: if a selector matches nothing, bookmarks advance past the excluded objects',
      async cluster => {
        const options = {
          namespace: await cluster.namespace(),
          labelSelector: 'absent=here',
          resourceVersion: await cluster.rv(),
          allowWatchBookmarks: true,
          timeoutSeconds: 3,
        }
        const watch = await WatchReader.open(cluster, pods, options)
        const created = await createPods(cluster, 'a', 'b', 'c', 'd')
        const seen = await readThrough(cluster, 3_000, watch.rest())
        expect(new Set(textsOf(seen))).toEqual(new Set(['B']))
        expect(isAtLeast(seen.at(-1)?.resourceVersion ?? '', rvOf(created[3] ?? {}))).toBe(true)
      },
      waiting,
    )

    row(
      'B01: no bookmark is sent without allowWatchBookmarks',
      async cluster => {
        const watch = await WatchReader.open(cluster, pods, { resourceVersion: await cluster.rv() })
        const next = awaitedLater(watch.next())
        for (let period = 0; period < 4; period++) {
          await cluster.bump()
          await cluster.elapse(MINUTE)
        }
        await createPod(cluster, 'a')
        expect((await next)?.text).toBe('A n/a')
      },
      slow,
    )

    row(
      'B05: without any event, with the resourceVersion of writes outside the scope',
      async cluster => {
        const options = { resourceVersion: await cluster.rv(), allowWatchBookmarks: true }
        const watch = await WatchReader.open(cluster, pods, options)
        const next = awaitedLater(watch.next())
        const [before, elsewhere] = [await cluster.bump(), await cluster.client.list(pods)]
        await cluster.elapse(MINUTE + 3_000)
        const bookmark = await next
        expect(bookmark?.text).toBe('B')
        expect(isAtLeast(bookmark?.resourceVersion ?? '', before)).toBe(true)
        expect(elsewhere.items).toEqual([])
      },
      slow,
    )

    row(
      'B07: without writes, only the bookmark at the end of the initial list is sent',
      async cluster => {
        const resourceVersion = await cluster.rv()
        const watch = await WatchReader.open(cluster, pods, { ...STATE_AND_BOOKMARKS, resourceVersion })
        const end = await watch.next()
        expect([end?.text, end?.resourceVersion]).toEqual(['B end', resourceVersion])
        await cluster.elapse(3 * MINUTE)
        const bumped = await cluster.bump()
        await cluster.elapse(MINUTE)
        const later = await watch.next()
        expect([later?.text, later?.resourceVersion]).toEqual(['B', bumped])
      },
      virtual,
    )

    row(
      'B09: one per minute, the last one two seconds before the end',
      async cluster => {
        const start = cluster.clock.now()
        const options = {
          resourceVersion: await cluster.rv(),
          allowWatchBookmarks: true,
          timeoutSeconds: 600,
        }
        const watch = await WatchReader.open(cluster, pods, options)
        const times: number[] = []
        const read = async () => {
          for (let seen = await watch.next(); seen; seen = await watch.next())
            times.push(Math.round((cluster.clock.now() - start) / 1000))
        }
        const reading = awaitedLater(read())
        await cluster.bump()
        await cluster.elapse(10 * MINUTE)
        await reading
        const minutes = times.filter(seconds => seconds < 590)
        for (const [index, seconds] of minutes.entries())
          expect(Math.abs(seconds - 60 * (index + 1))).toBeLessThanOrEqual(2)
        expect(minutes).toHaveLength(9)
        expect(Math.abs((times[9] ?? 0) - 598)).toBeLessThanOrEqual(1)
      },
      virtual,
    )
  })

  describe('what bookmarks contain', () => {
    row(
      'B11: an annotation marks the end of the initial list, once',
      async cluster => {
        await createPods(cluster, 'a')
        const options = { ...STATE_AND_BOOKMARKS, namespace: await cluster.namespace(), timeoutSeconds: 3 }
        const watch = await WatchReader.open(cluster, pods, options)
        await createPod(cluster, 'b', { namespace: 'elsewhere' })
        const seen = bookmarksOf(await readThrough(cluster, 3_000, watch.rest()))
        const [end, ...later] = seen.map(
          ({ event }) => event.type === 'BOOKMARK' && event.object.metadata?.annotations,
        )
        expect(end).toEqual({ 'k8s.io/initial-events-end': 'true' })
        expect(later.length).toBeGreaterThanOrEqual(1)
        expect(later.every(annotations => annotations === undefined)).toBe(true)
      },
      { ...waiting, needs: ['gzip members'] },
    )

    row(
      'B12: initial events without bookmarks have no end marker',
      async cluster => {
        const namespace = await cluster.namespace()
        await createPods(cluster, 'a')
        const watch = await WatchReader.open(cluster, pods, { ...STATE, namespace, timeoutSeconds: 3 })
        await cluster.bump()
        expect(textsOf(await readThrough(cluster, 3_000, watch.rest()))).toEqual(['A a'])
      },
      waiting,
    )

    row('B10: kind, apiVersion and resourceVersion, and nothing else of an object', async cluster => {
      await createPods(cluster, 'a')
      const watch = await WatchReader.open(cluster, pods, STATE_AND_BOOKMARKS)
      const bookmark = (await watch.upTo('B end')).at(-1)
      expect(bookmark?.event.object).toMatchObject({ kind: 'Pod', apiVersion: 'v1' })
      const metadata = (bookmark?.event.type === 'BOOKMARK' && bookmark.event.object.metadata) || {}
      expect(metadata.resourceVersion).toMatch(/^[1-9]\d*$/)
      expect([metadata.name, metadata.namespace, metadata.uid]).toEqual([undefined, undefined, undefined])
    })

    row('B13: the end marker has the resourceVersion of the state, not the requested one', async cluster => {
      const asked = await cluster.rv()
      const [created] = await createPods(cluster, 'a')
      const watch = await WatchReader.open(cluster, pods, { ...STATE_AND_BOOKMARKS, resourceVersion: asked })
      const end = (await watch.upTo('B end')).at(-1)
      expect(isAtLeast(end?.resourceVersion ?? '', rvOf(created ?? {}))).toBe(true)
    })

    row(
      'B14: the end marker is sent once, after the whole state, even to a slow reader',
      async cluster => {
        const namespace = await cluster.namespace()
        const names = Array.from({ length: 60 }, (_, index) => `pod-${100 + index}`)
        // Larger than the buffers between two sockets.
        const annotations = { filler: 'x'.repeat(100_000) }
        for (const name of names) await cluster.client.create(pods, podOf(namespace, name, { annotations }))
        const watch = await WatchReader.open(cluster, pods, { ...STATE_AND_BOOKMARKS, namespace })
        await createPod(cluster, 'later')
        const seen = await watch.upTo('A later')
        expect(textsOf(seen)).toEqual([...names.map(name => `A ${name}`), 'B end', 'A later'])
      },
      { needs: ['gzip members'] },
    )
  })
}
