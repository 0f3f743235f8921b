import {
  createFakeApiserver,
  deployments,
  FakeClock,
  generatePods,
  namespaces,
  type Pod,
  pods,
} from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { defineResource, type NamespacedResource } from '../../api/resource.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { label, recorder } from '../../test/informer-rig.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'
import { SharedInformerFactory, type SharedInformerFactoryOptions } from './shared-informer-factory.ts'

const widgets = defineResource({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})
const widget = (name: string, namespace: string): KubernetesObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace },
})

function rig(options: SharedInformerFactoryOptions = {}, objects: readonly Pod[] = []) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects, resources: [widgets] })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const factory = new SharedInformerFactory(client, { clock, ...options })
  const controller = new AbortController()
  return { clock, server, client, factory, controller, signal: controller.signal }
}

/** A server that answers any watch with these events and keeps it open, refuses lists, and remembers what was asked. */
function watchOnly(events: readonly unknown[]) {
  const asked: { url: URL; accept: string }[] = []
  const fetch = async (input: string, init?: RequestInit): Promise<Response> => {
    const url = new URL(input)
    asked.push({ url, accept: new Headers(init?.headers).get('accept') ?? '' })
    if (url.searchParams.get('watch') !== 'true') return new Response('lists are refused', { status: 405 })
    const body = new ReadableStream<Uint8Array>({
      start: stream => {
        const text = events.map(event => `${JSON.stringify(event)}\n`).join('')
        stream.enqueue(new TextEncoder().encode(text))
        init?.signal?.addEventListener('abort', () => stream.close())
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  return { asked, client: createKubeClient({ baseUrl: 'http://fake', fetch }) }
}

const endMarker = (kind: string, apiVersion: string) => ({
  type: 'BOOKMARK',
  object: {
    kind,
    apiVersion,
    metadata: { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': 'true' } },
  },
})

describe('SharedInformerFactory', () => {
  test.each(['objects', 'metadata'])(
    'T-FAC-1: %s sync by watch requests alone, where the server streams',
    async form => {
      const metadata = form === 'metadata'
      const marker = metadata ? endMarker('PartialObjectMetadata', 'meta.k8s.io/v1') : endMarker('Pod', 'v1')
      const { asked, client } = watchOnly([marker])
      const clock = new FakeClock()
      const factory = new SharedInformerFactory(client, { clock, watchList: true })
      const { informer } = metadata ? factory.forMetadata(pods) : factory.forResource(pods)
      const controller = new AbortController()
      factory.start(controller.signal)
      await clock.settle()
      expect([informer.hasSynced(), informer.lastSyncResourceVersion]).toEqual([true, '7'])
      expect(asked.map(({ url }) => url.searchParams.get('sendInitialEvents'))).toEqual(['true'])
      expect(asked[0]?.accept).toBe(
        metadata ? 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' : 'application/json',
      )
      controller.abort()
      await factory.shutdown()
    },
  )

  test('T-FAC-2: a client that cannot stream is listed', async () => {
    const { clock, server, client, signal } = rig({}, generatePods({ count: 2, seed: 1 }))
    const limited = { ...client, watchListSemanticsUnsupported: true }
    const factory = new SharedInformerFactory(limited, { clock, watchList: true })
    const { informer } = factory.forResource(pods)
    factory.start(signal)
    await clock.settle()
    expect([informer.hasSynced(), informer.indexer.size]).toEqual([true, 2])
    expect(server.requests.map(request => request.kind)).toEqual(['list', 'watch'])
  })

  test.each([
    ['T-FAC-3: nothing of another namespace', 'ns-bar', []],
    ['T-FAC-4: what its own namespace has', 'ns-foo', ['add w@2']],
  ])('%s', async (_, namespace, expected) => {
    const { clock, server, factory, signal } = rig({ namespace })
    const { log, ...handler } = recorder()
    factory.forResource(widgets).informer.addEventHandler(handler)
    factory.start(signal)
    await clock.settle()
    server.create(widget('w', 'ns-foo'), widgets)
    await clock.settle()
    expect(log.map(line => line.replace(/@\d+/, '@2'))).toEqual(expected)
  })

  test('T-FAC-6: a resource that is unknown at compile time works like any other', async () => {
    const { clock, server, factory, signal } = rig()
    const { informer, lister } = factory.forResource(widgets)
    const received: unknown[] = []
    informer.addEventHandler({
      onAdd: object => void received.push(['add', object]),
      onUpdate: (before, after) => void received.push(['update', before, after]),
      onDelete: object => void received.push(['delete', object]),
    })
    factory.start(signal)
    await clock.settle()
    const created = server.create(widget('w', 'ns'), widgets)
    await clock.settle()
    const updated = server.update(
      { ...created, metadata: { ...created.metadata, labels: { a: 'b' } } },
      widgets,
    )
    await clock.settle()
    expect(lister.namespace('ns').get('w')).toEqual(updated)
    server.delete(updated, widgets)
    await clock.settle()
    expect(received).toEqual([
      ['add', created],
      ['update', created, updated],
      ['delete', expect.objectContaining({ kind: 'Widget' })],
    ])
    expect(lister.list()).toEqual([])
  })

  test('T-FAC-6: metadata-only informers work, too', async () => {
    const partial = (type: string, version: string) => ({
      type,
      object: {
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { name: 'w', namespace: 'ns', uid: 'u', resourceVersion: version },
      },
    })
    const { client } = watchOnly([
      endMarker('PartialObjectMetadata', 'meta.k8s.io/v1'),
      partial('ADDED', '8'),
      partial('MODIFIED', '9'),
      partial('DELETED', '10'),
    ])
    const clock = new FakeClock()
    const factory = new SharedInformerFactory(client, { clock, watchList: true })
    const { log, ...handler } = recorder()
    const { informer } = factory.forMetadata(pods)
    informer.addEventHandler(handler)
    const controller = new AbortController()
    factory.start(controller.signal)
    await clock.settle()
    expect(log).toEqual(['add w@8', 'update w@8 w@9', 'delete w@10'])
    expect(informer.status.error).toBeUndefined()
    controller.abort()
    await factory.shutdown()
  })

  test('T-FAC-7: it tells of each informer that was started whether it has synced', async () => {
    const { clock, factory, server, signal } = rig()
    server.faults.add({ match: { resource: 'deployments' }, action: { type: 'status', code: 500 } })
    factory.forResource(pods)
    factory.forResource(deployments)
    const patience = new AbortController()
    factory.start(signal)
    factory.forResource(namespaces)
    const waiting = factory.waitForCacheSync(patience.signal)
    await clock.settle()
    patience.abort(new Error('enough'))
    const result = await waiting
    expect([...result.synced]).toEqual([
      ['v1/pods', true],
      ['apps/v1/deployments', false],
    ])
    expect(result.asError()?.message).toBe('failed to sync all caches: apps/v1/deployments: enough')
  })

  test('S-50: one informer for each resource, however it is asked for', () => {
    const { factory } = rig()
    const { informer, lister } = factory.forResource(pods)
    expect(factory.forResource(defineResource({ ...pods })).informer).toBe(informer)
    expect(lister).toBe(informer.lister)
    expect(factory.informerFor(pods, () => expect.unreachable())).toBe(informer)
    expect(factory.forMetadata(pods).informer).not.toBe(informer)
    expect(factory.forMetadata(pods).informer).toBe(factory.forMetadata(pods).informer)
  })

  test('C-GEN-3: a definition that no factory was generated for has an informer, too', async () => {
    const { clock, server, factory, signal } = rig()
    server.create(widget('w', 'ns-foo'), widgets)
    const generated: NamespacedResource<KubernetesObject, 'metadata.name'> = defineResource({
      ...widgets,
      ...{ singular: 'widget', listKind: 'WidgetList', shortNames: ['wd'], subresources: ['status'] },
    })
    const { lister } = factory.forResource(generated)
    factory.start(signal)
    await clock.settle()
    expect(lister.namespace('ns-foo').get('w')).toMatchObject({ metadata: { name: 'w' } })
  })

  test('S-53: namespace, tweaks and transform reach every informer, custom ones too', async () => {
    const objects = generatePods({ count: 20, seed: 3 })
    const namespace = objects[0]?.metadata?.namespace ?? ''
    const { clock, server, factory, signal } = rig(
      {
        namespace,
        tweakListOptions: () => ({ labelSelector: 'app' }),
        transform: object => ({ ...object, kind: 'Changed' }),
      },
      objects,
    )
    const { lister } = factory.forResource(pods)
    const custom = factory.informerFor(
      deployments,
      defaults => new SharedIndexInformer({ ...defaults, indexers: { all: () => ['x'] } }),
    )
    factory.forResource(namespaces)
    factory.start(signal)
    await clock.settle()
    expect(new Set(lister.list().map(each => `${each.metadata?.namespace} ${each.kind}`))).toEqual(
      new Set([`${namespace} Changed`]),
    )
    expect(Object.keys(custom.indexer.getIndexers())).toEqual(['namespace', 'all'])
    const { requests } = server
    expect(requests.map(({ query }) => query.labelSelector)).toEqual(Array(6).fill('app'))
    // A cluster-scoped resource has no namespace to narrow.
    expect(requests.map(({ path }) => path)).toContain('/api/v1/namespaces')
  })

  test('a period of its own for a resource', async () => {
    const { clock, factory, signal, server } = rig({
      resyncPeriodMs: 60_000,
      customResyncPeriodMs: { 'apps/v1/deployments': 1_000 },
    })
    server.create(widget('w', 'ns'), widgets)
    const { log, ...handler } = recorder()
    factory.forResource(widgets).informer.addEventHandler(handler)
    const frequent = recorder()
    factory.forResource(deployments).informer.addEventHandler(frequent)
    server.create({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', namespace: 'ns' } })
    factory.start(signal)
    await clock.advance(2_000)
    expect([log.length, frequent.log.length]).toEqual([1, 3])
  })

  test('start starts what is new, once; after shutdown nothing more', async () => {
    const { clock, server, factory, controller, signal } = rig()
    factory.forResource(pods)
    factory.start(signal)
    factory.start(signal)
    await clock.settle()
    expect(server.openWatches).toBe(1)
    factory.forResource(deployments)
    factory.start(signal)
    await clock.settle()
    expect(server.openWatches).toBe(2)
    controller.abort()
    await factory.shutdown()
    await factory.shutdown()
    const { informer } = factory.forResource(widgets)
    factory.start(new AbortController().signal)
    expect([informer.isStarted, clock.pendingTimers]).toEqual([false, 0])
  })
})

describe('createListWatch with metadataOnly', () => {
  test('lists ask for the list form, and an empty list without items is an empty list', async () => {
    const accepts: (string | null)[] = []
    const bodies = ['null', '[{"metadata":{"name":"a","namespace":"ns","resourceVersion":"3"}}]']
    const fetch = async (_: string, init?: RequestInit) => {
      accepts.push(new Headers(init?.headers).get('accept'))
      const text = `{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"9"},"items":${bodies.shift()}}`
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    }
    const client = createKubeClient({ baseUrl: 'http://fake', fetch })
    const listerWatcher = createListWatch(client, deployments, { metadataOnly: true })
    const context = { signal: new AbortController().signal }
    expect((await listerWatcher.list({}, context)).items).toEqual([])
    const [item] = (await listerWatcher.list({}, context)).items
    expect(accepts).toEqual(Array(2).fill('application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'))
    expect(item).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' })
    expect([listerWatcher.kind, item && label(item)]).toEqual(['PartialObjectMetadata', 'a@3'])
  })

  test('a server that refuses says so', async () => {
    const client = createKubeClient({
      baseUrl: 'http://fake',
      fetch: async () => new Response('only the following media types are accepted', { status: 406 }),
    })
    const list = createListWatch(client, pods, { metadataOnly: true }).list(
      {},
      { signal: new AbortController().signal },
    )
    await expect(list).rejects.toThrow(StatusError)
  })
})
