import { pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { createPod, deletePod, rvOf } from './objects.ts'
import { rowsOf, type Target, type Widget, widgets } from './target.ts'
import { type SeenEvent, textsOf, WatchReader } from './watch-reader.ts'
import { WidgetWriter, watchNow } from './widget-writer.ts'

const specOf = ({ event }: SeenEvent<Widget>): Widget['spec'] => (event.object as Widget).spec

const labelsOf = ({ event }: SeenEvent<Widget>): Readonly<Record<string, string>> | undefined =>
  (event.object as Widget).metadata?.labels

/** The event of a write in each scope, and the object that it contains. */
export function describeEvents(target: Target): void {
  const row = rowsOf(target)

  describe('objects that leave the scope', () => {
    row(
      'F04: DELETED has the previous state, with the resourceVersion of the write that removed it',
      async cluster => {
        const writer = new WidgetWriter(cluster)
        const watch = await watchNow(cluster, { namespace: 'ns1', fieldSelector: 'spec.nodeName!=bar' })
        await writer.create('ns1/foo')
        const assigned = await writer.assign('ns1/foo', 'bar')
        const [added, deleted] = await watch.takeSeen(2)
        expect([added?.text, deleted?.text]).toEqual(['A foo', 'D foo'])
        expect(deleted?.resourceVersion).toBe(rvOf(assigned))
        expect(deleted && specOf(deleted)?.nodeName).toBeUndefined()
      },
    )

    row('F05: labeled, unlabeled, labeled, changed and deleted', async cluster => {
      const writer = new WidgetWriter(cluster)
      const watch = await watchNow(cluster, { namespace: 'ns1', labelSelector: 'select=true' })
      await writer.create('ns1/foo', { labels: { select: 'true' } })
      const unlabelled = await writer.label('ns1/foo', { select: null })
      await writer.label('ns1/foo', { select: 'true' })
      await writer.assign('ns1/foo', 'bar')
      await writer.delete('ns1/foo')
      const seen = await watch.takeSeen(5)
      expect(textsOf(seen)).toEqual(['A foo', 'D foo', 'A foo', 'M foo', 'D foo'])
      const [, left, , modified, deleted] = seen
      expect(left?.resourceVersion).toBe(rvOf(unlabelled))
      expect(left && labelsOf(left)).toEqual({ select: 'true' })
      expect(deleted && specOf(deleted)).toEqual({ nodeName: 'bar' })
      expect(isNewer(deleted, modified)).toBe(true)
    })

    row('F06: DELETED has the resourceVersion of the deletion', async cluster => {
      const writer = new WidgetWriter(cluster)
      const watch = await watchNow(cluster, { namespace: 'ns1' })
      const created = await writer.create('ns1/foo')
      await writer.delete('ns1/foo')
      const [added, deleted] = await watch.takeSeen(2)
      expect([added?.text, deleted?.text]).toEqual(['A foo', 'D foo'])
      expect(added?.resourceVersion).toBe(rvOf(created))
      expect(isNewer(deleted, added)).toBe(true)
    })

    row('F06: the last event of a deleted Pod is DELETED', async cluster => {
      const namespace = await cluster.namespace()
      const resourceVersion = await cluster.rv()
      const watch = await WatchReader.open(cluster, pods, { namespace, resourceVersion })
      const pod = await createPod(cluster, 'foo')
      await deletePod(cluster, pod)
      const seen = await watch.upTo('D foo')
      // A real server first marks the Pod, which adds a MODIFIED event.
      expect([
        ['A foo', 'D foo'],
        ['A foo', 'M foo', 'D foo'],
      ]).toContainEqual(textsOf(seen))
      const versions = seen.map(({ resourceVersion: rv }) => rv)
      expect(new Set(versions).size).toBe(versions.length)
    })

    row('F07, F08: labels move objects into and out of the scope', async cluster => {
      const writer = new WidgetWriter(cluster)
      const watch = await watchNow(cluster, { namespace: 'ns1', labelSelector: 'a=1' })
      await writer.create('ns1/never')
      await writer.update('ns1/never')
      await writer.delete('ns1/never')
      await writer.create('ns1/foo', { labels: { a: '1' } })
      await writer.update('ns1/foo')
      await writer.label('ns1/foo', { a: '2' })
      await writer.label('ns1/foo', { a: '1' })
      await writer.delete('ns1/foo')
      expect(await watch.take(5)).toEqual(['A foo', 'M foo', 'D foo', 'A foo', 'D foo'])
    })

    row(
      'F09: one write is a different event for each of three scopes, and none modifies the object of another',
      async cluster => {
        const writer = new WidgetWriter(cluster)
        const [all, foo, bar] = [
          await watchNow(cluster, { namespace: 'ns1' }),
          await watchNow(cluster, { namespace: 'ns1', labelSelector: 'is=foo' }),
          await watchNow(cluster, { namespace: 'ns1', labelSelector: 'is=bar' }),
        ]
        const created = await writer.create('ns1/x', { labels: { is: 'bar' } })
        const changed = await writer.label('ns1/x', { is: 'foo' })
        await writer.delete('ns1/x')
        const seenByAll = await all.takeSeen(3)
        const seenByFoo = await foo.takeSeen(2)
        const seenByBar = await bar.takeSeen(2)
        expect([seenByAll, seenByFoo, seenByBar].map(textsOf)).toEqual([
          ['A x', 'M x', 'D x'],
          ['A x', 'D x'],
          ['A x', 'D x'],
        ])
        expect([seenByAll, seenByFoo, seenByBar].map(seen => seen.map(event => labelsOf(event)?.is))).toEqual(
          [
            ['bar', 'foo', 'foo'],
            ['foo', 'foo'],
            ['bar', 'bar'],
          ],
        )
        expect(seenByBar.map(({ resourceVersion }) => resourceVersion)).toEqual([
          rvOf(created),
          rvOf(changed),
        ])
        expect(seenByFoo[1]?.resourceVersion).toBe(seenByAll[2]?.resourceVersion)
      },
    )
  })

  describe('objects that enter the scope', () => {
    row('F34: a recreated name is another object', async cluster => {
      const writer = new WidgetWriter(cluster)
      const watch = await watchNow(cluster, { namespace: 'ns1' })
      const first = await writer.create('ns1/foo')
      await writer.delete('ns1/foo')
      const second = await writer.create('ns1/foo')
      const seen = await watch.takeSeen(3)
      expect(textsOf(seen)).toEqual(['A foo', 'D foo', 'A foo'])
      expect(seen.map(({ event }) => (event.object as Widget).metadata?.uid)).toEqual([
        first.metadata?.uid,
        first.metadata?.uid,
        second.metadata?.uid,
      ])
      expect(second.metadata?.uid).not.toBe(first.metadata?.uid)
    })

    row(
      'F36: an object that the initial state excluded is ADDED when it enters the scope',
      async cluster => {
        const writer = new WidgetWriter(cluster)
        await writer.create('ns1/in', { labels: { a: '1' } })
        await writer.create('ns1/out')
        const watch = await WatchReader.open(cluster, widgets, {
          namespace: await cluster.namespace('ns1'),
          labelSelector: 'a=1',
          sendInitialEvents: true,
          resourceVersionMatch: 'NotOlderThan',
          allowWatchBookmarks: true,
        })
        expect(textsOf(await watch.upTo('B end'))).toEqual(['A in', 'B end'])
        await writer.label('ns1/out', { a: '1' })
        expect(await watch.take(1)).toEqual(['A out'])
      },
      { needs: ['gzip members'] },
    )
  })
}

const isNewer = (one: SeenEvent<Widget> | undefined, other: SeenEvent<Widget> | undefined): boolean =>
  BigInt(one?.resourceVersion ?? 0) > BigInt(other?.resourceVersion ?? 0)
