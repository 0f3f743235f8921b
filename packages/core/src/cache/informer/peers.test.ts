import {
  createFakeApiserver,
  type FakeApiserver,
  type FakeApiserverOptions,
  FakeClock,
  generatePods,
  nodes,
  type Pod,
  pods,
} from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../api/clock.ts'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { createKubeClient, type InformerClient } from '../../client/kube-client.ts'
import { createListWatch, type ListWatchOptions } from '../../client/list-watch.ts'
import type { ResourceEventHandler } from '../handlers/event-handler.ts'
import type { SharedIndexInformerOptions } from './informer-options.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'

/**
 * Where other JavaScript clients of Kubernetes go wrong, one test each. `docs/peers.md` says which of them does, and
 * `npm run bench -- --peers` shows what a published one does today.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A client of a server in virtual time, which may stand behind a strange network. */
class Rig {
  readonly clock: FakeClock = new FakeClock()
  readonly server: FakeApiserver
  readonly stopping: AbortController = new AbortController()
  readonly #network: (server: FakeApiserver) => Fetch

  constructor(
    options: FakeApiserverOptions = {},
    network: (server: FakeApiserver) => Fetch = server => server.fetch,
  ) {
    this.server = createFakeApiserver({ clock: this.clock, random: () => 0.5, ...options })
    this.#network = network
  }

  informer(
    scope: ListWatchOptions<string, Pod> = {},
    options: Partial<SharedIndexInformerOptions<Pod>> = {},
  ): SharedIndexInformer<Pod> {
    const listerWatcher = createListWatch(this.client(), pods, scope)
    return new SharedIndexInformer<Pod>({ listerWatcher, clock: this.clock, random: () => 0.5, ...options })
  }

  client(): InformerClient {
    return createKubeClient({ baseUrl: 'http://fake', fetch: this.#network(this.server) })
  }

  async start(informer: SharedIndexInformer<Pod>): Promise<void> {
    void informer.run(this.stopping.signal)
    await this.clock.settle()
  }

  count(kind: 'list' | 'watch'): number {
    return this.server.requests.filter(request => request.kind === kind).length
  }
}

const pod = (name: string, metadata: Pod['metadata'] | object = {}): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', ...metadata },
  spec: { containers: [] },
})
const many = (count: number): readonly Pod[] => Array.from({ length: count }, (_, i) => pod(`pod-${i}`))
const nameOf = ({ metadata }: KubernetesObject): string | undefined => metadata?.name

const JSON_TYPE = { 'content-type': 'application/json' }

/** A watch that says one thing and nothing more. */
const frameAndSilence = (frame: unknown): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(frame)}\n`)),
  })

/** Records its calls, as `add name`. */
function recorder(log: string[] = []): Required<ResourceEventHandler<Pod>> & { readonly log: string[] } {
  const name = (object: Pod | DeletedFinalStateUnknown<Pod>) =>
    object instanceof DeletedFinalStateUnknown ? object.key : nameOf(object)
  return {
    log,
    onAdd: object => void log.push(`add ${name(object)}`),
    onUpdate: (_before, after) => void log.push(`update ${name(after)}`),
    onDelete: object => void log.push(`delete ${name(object)}`),
  }
}

describe('the link', () => {
  test('P6-1: an event after half an hour without data is delivered at once', async () => {
    const rig = new Rig({ objects: many(1) })
    const informer = rig.informer()
    const received = recorder()
    informer.addEventHandler(received)
    await rig.start(informer)
    for (let idle = 0; idle < 60; idle++) {
      await rig.clock.advance(30 * SECOND)
      rig.server.update(pod('pod-0', { labels: { idle: String(idle) } }))
      await rig.clock.settle()
      expect(received.log.filter(text => text === 'update pod-0')).toHaveLength(idle + 1)
    }
  })

  test('P6-2: a quiet resource outlives a compaction by its bookmarks, without another list', async () => {
    const rig = new Rig({ objects: many(1) })
    const informer = rig.informer()
    await rig.start(informer)
    for (let hour = 0; hour < 3; hour++) {
      rig.server.create({ kind: 'Node', apiVersion: 'v1', metadata: { name: `node-${hour}` } }, nodes)
      // A bookmark a minute brings the version of what happened elsewhere.
      await rig.clock.advance(2 * MINUTE)
      rig.server.compact()
      rig.server.dropWatches()
      await rig.clock.advance(58 * MINUTE)
    }
    // Where nothing happens at all there is nothing to bring: it asks now and then, for one object, whether that is so.
    const probes = rig.server.requests.filter(({ query }) => query.limit === '1').length
    expect([rig.count('list') - probes, informer.status.counters.relists]).toEqual([1, 0])
    expect(probes).toBeLessThan(20)
    expect(rig.count('watch')).toBeGreaterThan(3)
  })

  test.each([
    ['during the list', 0],
    ['during a pause after a failure', 100],
  ])('P6-3: after a stop %s nothing is opened', async (_when, elapsed) => {
    const rig = new Rig({ objects: many(1) })
    rig.server.faults.add({ match: { watch: false }, action: { type: 'delay', ms: 50 } })
    rig.server.faults.add({ match: { watch: false }, action: { type: 'status', code: 500 } })
    const informer = rig.informer()
    const running = informer.run(rig.stopping.signal)
    await rig.clock.advance(elapsed)
    const before = rig.server.requests.length
    rig.stopping.abort()
    await running
    await rig.clock.advance(10 * MINUTE)
    expect(rig.server.requests).toHaveLength(before)
    expect(rig.server.openWatches).toBe(0)
    expect(rig.clock.pendingTimers).toBe(0)
  })

  test('P6-3: two starts at once make one list and one watch, and a second stop has no effect', async () => {
    const rig = new Rig({ objects: many(1) })
    const informer = rig.informer()
    const runs = [informer.run(rig.stopping.signal), informer.run(rig.stopping.signal)]
    await rig.clock.settle()
    expect([rig.count('list'), rig.count('watch'), rig.server.openWatches]).toEqual([1, 1, 1])
    rig.stopping.abort()
    rig.stopping.abort()
    await Promise.all(runs)
    expect(rig.server.openWatches).toBe(0)
  })

  test('P6-4: a stop is no error', async () => {
    const rig = new Rig({ objects: many(1) })
    const errors: unknown[] = []
    const informer = rig.informer({}, { onWatchError: error => errors.push(error) })
    informer.subscribeStatus(({ error }) => error && errors.push(error))
    await rig.start(informer)
    rig.stopping.abort()
    await rig.clock.settle()
    expect(errors).toEqual([])
    expect(informer.status.link).toBe('stopped')
  })

  test.each([
    ['the answer to a watch', { type: 'status', code: 410 } as const],
    ['an ERROR in the stream', { type: 'expired' } as const],
  ])('P6-6: a 410 as %s leads to one list, and each deletion is delivered once', async (_as, action) => {
    const rig = new Rig({ objects: many(3) })
    const informer = rig.informer()
    const received = recorder()
    informer.addEventHandler(received)
    await rig.start(informer)
    await rig.clock.advance(2 * SECOND)
    rig.server.faults.add({ match: { watch: true }, times: 1, action })
    rig.server.dropWatches()
    rig.server.delete(pod('pod-1'))
    await rig.clock.advance(MINUTE)
    expect(received.log.filter(text => text.startsWith('delete'))).toEqual(['delete default/pod-1'])
    expect(rig.count('list')).toBe(2)
  })

  test('P6-6: a 410 in the middle of pages leads to a whole list', async () => {
    const rig = new Rig({ objects: many(30) })
    const expire = { match: { watch: false }, action: { type: 'expired' } } as const
    const faults: (() => void)[] = []
    const network: Fetch = (url, init) => {
      const isSecondPage = new URL(url).searchParams.has('continue')
      if (isSecondPage && faults.length === 0) faults.push(rig.server.faults.add({ ...expire, times: 1 }))
      return rig.server.fetch(url, init)
    }
    const client = createKubeClient({ baseUrl: 'http://fake', fetch: network })
    const informer = rig.informer({}, { listerWatcher: createListWatch(client, pods), pageSize: 10 })
    await rig.start(informer)
    // The first list comes from the watch cache, in one piece.
    rig.server.relist()
    await rig.clock.advance(MINUTE)
    expect(faults).toHaveLength(1)
    expect(informer.indexer.size).toBe(30)
  })

  test('P6-6: lists that fail are paced by a growing, jittered delay', async () => {
    const rig = new Rig()
    rig.server.faults.add({ match: { watch: false }, action: { type: 'status', code: 410 } })
    const informer = rig.informer()
    void informer.run(rig.stopping.signal)
    await rig.clock.advance(5 * MINUTE)
    const times = [...new Set(rig.server.requests.map(({ at }) => at))]
    const delays = times.slice(1).map((at, i) => at - (times[i] ?? 0))
    expect(delays.slice(0, 6)).toEqual([1_200, 2_400, 4_800, 9_600, 19_200, 38_400])
    expect(Math.max(...delays)).toBe(45_000)
  })

  test('P6-14: a list in one namespace does not change the resourceVersion of another watch', async () => {
    const rig = new Rig({ objects: many(2) })
    const all = rig.informer()
    await rig.start(all)
    const version = all.lastSyncResourceVersion
    rig.server.create({ kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } }, nodes)
    const { metadata } = await rig.client().list(pods, { namespace: 'default' })
    expect(metadata.resourceVersion).not.toBe(version)
    expect(all.lastSyncResourceVersion).toBe(version)
  })
})

describe('handlers', () => {
  test('P6-5: a handler that throws affects neither other handlers, nor the resourceVersion, nor the process', async () => {
    const rig = new Rig({ objects: many(3) })
    const thrown: unknown[] = []
    const informer = rig.informer({}, { onHandlerError: error => thrown.push(error) })
    const fail = () => {
      throw new Error('a mistake')
    }
    const received = recorder()
    informer.addEventHandler({ onAdd: fail, onUpdate: fail })
    informer.addEventHandler(received)
    await rig.start(informer)
    rig.server.update(pod('pod-0', { labels: { a: 'b' } }))
    // A handler that threw rests for a second each time.
    await rig.clock.advance(10 * SECOND)
    expect(received.log).toEqual(['add pod-0', 'add pod-1', 'add pod-2', 'update pod-0'])
    expect(thrown).toHaveLength(4)
    expect(informer.lastSyncResourceVersion).toBe(rig.server.rv)
  })

  test('P6-7: a late handler receives every object, and syncs separately', async () => {
    const rig = new Rig({ objects: many(5) })
    const informer = rig.informer()
    await rig.start(informer)
    const received = recorder()
    const registration = informer.addEventHandler(received)
    expect(registration.hasSynced()).toBe(false)
    await rig.clock.settle()
    expect(received.log).toHaveLength(5)
    expect(registration.hasSynced()).toBe(true)
  })

  test('P6-8: an async handler that takes less and less time receives the resourceVersions in order; the cache has the last', async () => {
    const rig = new Rig({ objects: many(1) })
    const informer = rig.informer()
    const started: string[] = []
    let delay = 100
    informer.addEventHandler({
      onUpdate: async (_before, after) => {
        started.push(after.metadata?.labels?.n ?? '')
        delay -= 10
        await new Promise<void>(resolve => rig.clock.setTimeout(resolve, delay))
      },
    })
    await rig.start(informer)
    for (let n = 1; n <= 5; n++) {
      rig.server.update(pod('pod-0', { labels: { n: String(n) } }))
      await rig.clock.settle()
    }
    await rig.clock.advance(SECOND)
    expect(started).toEqual(['1', '2', '3', '4', '5'])
    expect(informer.indexer.getByKey('default/pod-0')?.metadata?.labels?.n).toBe('5')
  })

  test('P6-10: of 5,000 events within half a second none is lost', async () => {
    const rig = new Rig()
    const informer = rig.informer()
    const received = recorder()
    informer.addEventHandler(received)
    await rig.start(informer)
    for (let i = 0; i < 5_000; i++) {
      rig.server.create(pod(`pod-${i}`))
      if (i % 500 === 0) await rig.clock.advance(50)
    }
    await rig.clock.settle()
    expect(new Set(received.log).size).toBe(5_000)
    expect(informer.indexer.size).toBe(5_000)
  })
})

describe('the cache', () => {
  test('P6-9: a list of 130,000 objects of one namespace works, and is the same array while nothing changes', async () => {
    const rig = new Rig()
    const informer = rig.informer()
    informer.indexer.replace(many(130_000), '1')
    const all = informer.lister.list()
    expect(all).toHaveLength(130_000)
    expect(informer.lister.namespace('default').list()).toHaveLength(130_000)
    expect(informer.indexer.list()).toBe(informer.indexer.list())
  })

  test('P6-11: while a list of 10,000 comes again in pages, no object is missing at any time', async () => {
    const rig = new Rig({ objects: many(10_000) })
    const informer = rig.informer({}, { pageSize: 250 })
    await rig.start(informer)
    const sizes = new Set<number>()
    informer.subscribeStatus(() => sizes.add(informer.indexer.size))
    rig.server.relist()
    rig.server.update(pod('pod-0', { labels: { a: 'b' } }))
    rig.server.compact()
    await rig.clock.advance(MINUTE)
    expect(informer.status.counters.relists).toBe(1)
    expect(rig.count('list')).toBeGreaterThanOrEqual(10_000 / 250)
    expect([...sizes]).toEqual([10_000])
  })

  test('P6-12: the objects 2, 10 and 11 of a list go in one batch, and no other', async () => {
    const rig = new Rig({ objects: many(20) })
    const informer = rig.informer()
    await rig.start(informer)
    const before = informer.indexer.listKeys()
    const gone = [2, 10, 11].map(index => before[index])
    for (const key of gone) rig.server.delete(pod(key?.split('/')[1] ?? ''))
    await rig.clock.settle()
    expect(informer.indexer.listKeys()).toEqual(before.filter(key => !gone.includes(key)))
  })

  test('P6-13: neither an ERROR nor a Status becomes an object', async () => {
    const rig = new Rig({ objects: many(2) })
    const informer = rig.informer()
    await rig.start(informer)
    rig.server.faults.add({ match: { watch: true }, times: 1, action: { type: 'expired' } })
    rig.server.dropWatches()
    await rig.clock.settle()
    expect(informer.indexer.listKeys()).toEqual(['default/pod-0', 'default/pod-1'])
    await rig.clock.advance(MINUTE)
    expect(informer.indexer.listKeys()).toEqual(['default/pod-0', 'default/pod-1'])
  })

  test('P6-15: a cluster-scoped object is found by its name', async () => {
    const rig = new Rig()
    rig.server.create({ kind: 'Node', apiVersion: 'v1', metadata: { name: 'node-1' } }, nodes)
    const client = createKubeClient({ baseUrl: 'http://fake', fetch: rig.server.fetch })
    const informer = new SharedIndexInformer({
      listerWatcher: createListWatch(client, nodes),
      clock: rig.clock,
    })
    void informer.run(rig.stopping.signal)
    await rig.clock.settle()
    expect(nameOf(informer.indexer.getByKey('node-1') ?? {})).toBe('node-1')
    expect(nameOf(informer.lister.get('node-1') ?? {})).toBe('node-1')
  })

  test.each(['9007199254740993', '340282366920938463463374607431768211457', 'a-version-in-words'])(
    'P6-16: a watch goes on from version %s to the letter',
    async resourceVersion => {
      const asked: (string | null)[] = []
      const network: Fetch = async url => {
        const { searchParams } = new URL(url)
        const watching = searchParams.has('watch')
        if (watching) asked.push(searchParams.get('resourceVersion'))
        const frame = { type: 'ADDED', object: { ...pod('a'), metadata: { name: 'a', resourceVersion } } }
        const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] }
        if (watching) return new Response(frameAndSilence(frame), { headers: JSON_TYPE })
        return new Response(JSON.stringify(list), { headers: JSON_TYPE })
      }
      const rig = new Rig({}, () => network)
      const informer = rig.informer()
      void informer.run(rig.stopping.signal)
      // The silence counts as a death, and another watch takes over.
      await rig.clock.advance(2 * MINUTE)
      rig.stopping.abort()
      await rig.clock.settle()
      expect(asked).toEqual(['1', resourceVersion])
      expect(informer.indexer.list()[0]?.metadata?.resourceVersion).toBe(resourceVersion)
    },
  )

  test('P6-17: trimmed paths are absent, by list and by watch', async () => {
    const rig = new Rig({ objects: generatePods({ count: 2, seed: 1 }) })
    const informer = rig.informer({ trim: ['metadata.managedFields', 'metadata.ownerReferences'] })
    await rig.start(informer)
    for (const object of rig.server.list(pods)) rig.server.update(object)
    await rig.clock.settle()
    expect(informer.status.counters.events).toBe(2)
    for (const { metadata } of informer.indexer.list()) {
      expect(metadata).not.toHaveProperty('managedFields')
      expect(metadata).not.toHaveProperty('ownerReferences')
    }
  })

  test('P6-17: metadata alone stays metadata alone', async () => {
    const rig = new Rig({ objects: many(1) })
    const asked: (string | null)[] = []
    const client = createKubeClient({
      baseUrl: 'http://fake',
      fetch: (url, init) => {
        asked.push(new Headers(init?.headers).get('accept'))
        return rig.server.fetch(url, init)
      },
    })
    const listerWatcher = createListWatch(client, pods, { metadataOnly: true })
    const informer = new SharedIndexInformer({ listerWatcher, clock: rig.clock })
    void informer.run(rig.stopping.signal)
    await rig.clock.settle()
    expect(asked).toHaveLength(2)
    for (const accept of asked) expect(accept).toContain('as=PartialObjectMetadata')
  })

  test('P6-18: an event of 4 MB comes whole, in bytes and cut characters, with CRLF', async () => {
    const text = 'ü'.repeat(2 * 1024 * 1024)
    const bytes = new TextEncoder().encode(
      `${JSON.stringify({ type: 'ADDED', object: pod('large', { annotations: { text } }) })}\r\n`,
    )
    let from = 0
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        // All structure comes a byte at a time, the text in pieces that cut its characters.
        const left = bytes.length - from
        const piece = bytes.slice(from, from + (from < 200 || left <= 200 ? 1 : Math.min(511, left - 200)))
        from += piece.length
        if (piece.length > 0) controller.enqueue(piece)
        else controller.close()
      },
    })
    const client = createKubeClient({
      baseUrl: 'http://fake',
      fetch: async () => new Response(body, { headers: JSON_TYPE }),
    })
    const events = await createListWatch(client, pods).watch({}, { signal: new AbortController().signal })
    const received: unknown[] = []
    for await (const read of events) for (const event of read) received.push(event.object)
    expect(received).toHaveLength(1)
    expect((received[0] as Pod).metadata?.annotations?.text).toBe(text)
  })

  test('P6-19: two selectors are two caches', async () => {
    const rig = new Rig({ objects: [pod('a', { labels: { app: 'a' } }), pod('b', { labels: { app: 'b' } })] })
    const informers = ['app=a', 'app=b'].map(labelSelector => rig.informer({ labelSelector }))
    for (const informer of informers) await rig.start(informer)
    expect(informers.map(informer => informer.indexer.listKeys())).toEqual([['default/a'], ['default/b']])
  })

  test('P6-20: an object that was deleted and recreated unobserved within a second is the new one', async () => {
    const rig = new Rig({ objects: [pod('a', { uid: 'old', creationTimestamp: '2026-01-01T00:00:00Z' })] })
    const informer = rig.informer()
    await rig.start(informer)
    rig.server.relist()
    rig.server.delete(pod('a'))
    rig.server.create(pod('a', { uid: 'new', creationTimestamp: '2026-01-01T00:00:00Z' }))
    await rig.clock.advance(MINUTE)
    expect(informer.indexer.getByKey('default/a')?.metadata?.uid).toBe('new')
  })
})
