import {
  createListWatch,
  DeletedFinalStateUnknown,
  type ListerWatcher,
  type ObjectAccess,
  objectAccess,
  SharedIndexInformer,
} from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { createPods, deletePod, labelPod, rvOf } from './objects.ts'
import { type Cluster, rowsOf, type Target, type Widget, widgets } from './target.ts'
import { WidgetWriter } from './widget-writer.ts'

/** An informer that runs until its test ends, and the notifications that its handler received. */
interface Running<T> {
  readonly informer: SharedIndexInformer<T>
  /** `add n/a`, `update n/a`, `delete n/a`. */
  readonly received: string[]
}

async function run<T>(cluster: Cluster, listerWatcher: ListerWatcher<T>): Promise<Running<T>> {
  const { access = objectAccess as unknown as ObjectAccess<T> } = listerWatcher
  const controller = new AbortController()
  const informer = new SharedIndexInformer<T>({ listerWatcher, clock: cluster.clock })
  const received: string[] = []
  const keyOf = (object: T) => `${cluster.nameOf(access.namespace(object))}/${access.name(object)}`
  const tell = (what: string, key: string) => void received.push(`${what} ${key}`)
  informer.addEventHandler({
    onAdd: object => tell('add', keyOf(object)),
    onUpdate: (_, object) => tell('update', keyOf(object)),
    onDelete: object =>
      tell('delete', object instanceof DeletedFinalStateUnknown ? object.key : keyOf(object)),
  })
  const running = informer.run(controller.signal)
  cluster.defer(async () => {
    controller.abort()
    await running
  })
  await cluster.elapse(10)
  await informer.synced(controller.signal)
  return { informer, received }
}

/** The resourceVersions in a cache, in the order of keys. */
function versionsIn<T>({ informer }: Running<T>, access: ObjectAccess<T>): string[] {
  return informer.indexer
    .listKeys()
    .toSorted()
    .map(key => {
      const object = informer.indexer.getByKey(key)
      return object === undefined ? '' : access.resourceVersion(object)
    })
}

/** Polls while time advances, because caches and handlers lag behind the server. */
const poll = <T>(cluster: Cluster, read: () => T) =>
  expect.poll(() => cluster.elapse(10).then(read), { timeout: 5_000, interval: 10 })

const plainly = <T>(source: ListerWatcher<T>): ListerWatcher<T> => ({
  ...source,
  watchList: { isSupported: false },
})

const accessOf = <T>(source: ListerWatcher<T>): ObjectAccess<T> =>
  source.access ?? (objectAccess as unknown as ObjectAccess<T>)

/** Informers on the target. */
export function describeInformers(target: Target): void {
  const row = rowsOf(target)
  const alone = { needs: ['the cluster to itself'] } as const

  describe("a cache equals the server's list", () => {
    const sources = {
      objects: (cluster: Cluster) => createListWatch(cluster.client, pods),
      rows: (cluster: Cluster, encoding: 'json' | 'protobuf') =>
        createListWatch(cluster.client, pods, { form: 'row', encoding }),
      metadata: (cluster: Cluster) => createListWatch(cluster.client, pods, { metadataOnly: true }),
    }
    const follow = async <T>(cluster: Cluster, source: ListerWatcher<T>): Promise<void> => {
      const [a, b] = await createPods(cluster, 'a', 'b', 'c')
      const running = await run(cluster, source)
      await poll(cluster, () => running.received.toSorted()).toEqual(['add n/a', 'add n/b', 'add n/c'])
      if (!a || !b) throw new Error('nothing was created')
      await labelPod(cluster, a, { step: '2' })
      await deletePod(cluster, b)
      await createPods(cluster, 'b', 'd')
      const { items } = await cluster.client.list(pods)
      await poll(cluster, () => versionsIn(running, accessOf(source))).toEqual(items.map(rvOf))
      await poll(cluster, () => running.received.filter(text => !text.endsWith('n/b'))).toEqual([
        'add n/a',
        'add n/c',
        'update n/a',
        'add n/d',
      ])
      expect(running.received.filter(text => text.endsWith('n/b')).at(-1)).toBe('add n/b')
    }
    row(
      'S01, S30: synced by watch list, as objects',
      cluster => follow(cluster, sources.objects(cluster)),
      alone,
    )
    for (const encoding of ['json', 'protobuf'] as const)
      row(
        `S01, S30: synced by watch list, as rows in ${encoding}`,
        cluster => follow(cluster, sources.rows(cluster, encoding)),
        alone,
      )
    row(
      'S01, T15: synced by watch list, as metadata',
      cluster => follow(cluster, sources.metadata(cluster)),
      alone,
    )
    row(
      'L12, S29: synced by list, as objects',
      cluster => follow(cluster, plainly(sources.objects(cluster))),
      alone,
    )
    for (const encoding of ['json', 'protobuf'] as const)
      row(
        `L12, S29: synced by list, as rows in ${encoding}`,
        cluster => follow(cluster, plainly(sources.rows(cluster, encoding))),
        alone,
      )
    row(
      'T14, S29: synced by list, as metadata',
      cluster => follow(cluster, plainly(sources.metadata(cluster))),
      alone,
    )
  })

  describe('a scope', () => {
    row('F05, F34: handlers are notified of objects that enter and leave it', async cluster => {
      const namespace = await cluster.namespace()
      const source = createListWatch<Widget>(cluster.client, widgets, {
        namespace,
        labelSelector: 'select=true',
      })
      const running = await run(cluster, source)
      const writer = new WidgetWriter(cluster)
      await writer.create('n/foo', { labels: { select: 'true' } })
      await writer.label('n/foo', { select: null })
      await writer.label('n/foo', { select: 'true' })
      await writer.assign('n/foo', 'bar')
      await writer.delete('n/foo')
      await writer.create('n/foo', { labels: { select: 'true' } })
      const expected = ['add n/foo', 'delete n/foo', 'add n/foo', 'update n/foo', 'delete n/foo', 'add n/foo']
      await poll(cluster, () => running.received).toEqual(expected)
    })
  })
}
