import {
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  generatePods,
  type Pod,
  pods,
} from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fetch } from '../../api/clock.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { createKubeClient, type KubeClientOptions } from '../../client/kube-client.ts'
import { createListWatch, type ListWatchOptions } from '../../client/list-watch.ts'
import { SharedIndexInformer } from '../informer/shared-index-informer.ts'

const COUNT = 300

/** What a runtime that reads only the first gzip member makes of a body: its beginning, then nothing until its end. */
function firstMemberOnly(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  let isFirst = true
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        if (!isFirst) continue
        isFirst = false
        return controller.enqueue(value.slice())
      }
    },
    cancel: reason => reader.cancel(reason),
  })
}

/** A fetch that cuts watch-lists like that. */
const cutting =
  (server: FakeApiserver, headers: Record<string, string> = {}): Fetch =>
  async (url, init) => {
    const response = await server.fetch(url, init)
    if (!response.body || !response.ok || !url.includes('sendInitialEvents=true')) return response
    const merged = { ...Object.fromEntries(response.headers), ...headers }
    return new Response(firstMemberOnly(response.body), { headers: merged })
  }

/** Makes this host one that is not known to read more than the first member. */
function pretend(userAgent: string): void {
  vi.stubGlobal('navigator', { userAgent })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}

interface RigOptions {
  readonly headers?: Record<string, string>
  readonly client?: Partial<KubeClientOptions>
  readonly count?: number
}

function rig(options: RigOptions = {}) {
  const clock = new FakeClock()
  const server = createFakeApiserver({
    clock,
    objects: generatePods({ count: options.count ?? COUNT, seed: 1 }),
  })
  const client = createKubeClient({
    baseUrl: 'http://fake',
    fetch: cutting(server, options.headers),
    clock,
    ...options.client,
  })
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const follow = (listWatch: ListWatchOptions<string, Pod> = {}) => {
    const informer = new SharedIndexInformer<KubernetesObject>({
      listerWatcher: createListWatch(client, pods, listWatch),
      watchList: true,
      clock,
      random: () => 0,
    })
    const errors: unknown[] = []
    informer.subscribeStatus(({ error }) => {
      if (error) errors.push(error)
    })
    return { informer, errors, done: informer.run(controller.signal) }
  }
  const kinds = () =>
    server.requests
      .filter(({ path }) => path.endsWith('/pods'))
      .map(({ kind, query }) => (query.sendInitialEvents ? 'watch-list' : kind))
  return { clock, server, client, controller, follow, kinds }
}

const create = (server: FakeApiserver, name: string) =>
  server.create({ kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace: 'default' } })

describe('W12: a runtime that reads only the first gzip member of a watch-list', () => {
  test('the idle stream times out, a list and a plain watch replace it, and nothing is lost', async () => {
    const { clock, server, follow, kinds, controller } = rig()
    const { informer, errors, done } = follow()
    await clock.advance(4_999)
    expect([informer.hasSynced(), kinds()]).toEqual([false, ['watch-list']])
    create(server, 'meanwhile')
    await clock.advance(1)
    expect(kinds()).toEqual(['watch-list', 'list', 'watch'])
    expect([informer.hasSynced(), informer.lister.list().length]).toEqual([true, COUNT + 1])
    create(server, 'later')
    await clock.advance(1)
    expect(informer.lister.list()).toHaveLength(COUNT + 2)
    // Not an error: reported once, and the link stays live.
    expect(errors).toEqual([])
    expect(informer.status).toMatchObject({
      link: 'live',
      data: 'complete',
      notice: expect.stringMatching(/^watch pods: the initial list .* as a list from now on/),
    })
    controller.abort()
    await done
    expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
  })

  test('it is remembered for the client: the next informer does not try', async () => {
    const { clock, follow, kinds } = rig()
    follow()
    await clock.advance(5_000)
    const { informer } = follow({ namespace: 'default' })
    await clock.advance(0)
    expect([informer.hasSynced(), informer.status.notice]).toEqual([true, undefined])
    expect(kinds()).toEqual(['watch-list', 'list', 'watch', 'list', 'watch'])
  })

  test('if the header is readable, in such a runtime, there is no wait for the timeout', async () => {
    pretend('Deno/2.9.6')
    const { clock, follow, kinds } = rig({ headers: { 'content-encoding': 'gzip' } })
    const { informer, errors } = follow()
    await clock.advance(0)
    expect([informer.hasSynced(), kinds(), errors]).toEqual([true, ['watch-list', 'list', 'watch'], []])
    expect(informer.status.notice).toMatch(/as a list from now on/)
  })

  test('a state that fits into the first member is whole, but what follows would never come: another watch brings it', async () => {
    pretend('Mozilla/5.0')
    const maxFetchWatches = Number.POSITIVE_INFINITY
    const { clock, server, follow, kinds } = rig({ count: 5, client: { maxFetchWatches } })
    const { informer, errors } = follow()
    await clock.advance(0)
    expect([informer.hasSynced(), kinds(), server.openWatches]).toEqual([true, ['watch-list', 'watch'], 1])
    create(server, 'later')
    await clock.advance(0)
    expect([informer.lister.list().length, informer.status.link, errors]).toEqual([6, 'live', []])
    expect([informer.status.notice, informer.status.counters.restarts]).toEqual([undefined, 0])
  })

  test('an end without the marker is no end of the state: once it is tried again, twice is enough', async () => {
    const { clock, server, follow, kinds } = rig()
    server.faults.add({ match: { watch: true }, times: 2, action: { type: 'end', afterMs: 2_000 } })
    const { informer, errors } = follow()
    await clock.advance(2_000)
    expect([informer.hasSynced(), informer.lister.list().length]).toEqual([false, 0])
    await clock.advance(2_000)
    expect([informer.hasSynced(), informer.lister.list().length, errors]).toEqual([true, COUNT, []])
    expect(kinds()).toEqual(['watch-list', 'watch-list', 'list', 'watch'])
  })

  test('a watch-list that came to its marker may be silent like any other watch', async () => {
    const clock = new FakeClock()
    const server = createFakeApiserver({ clock, objects: generatePods({ count: 3, seed: 1 }) })
    const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
    const controller = new AbortController()
    const informer = new SharedIndexInformer({
      listerWatcher: createListWatch(client, pods),
      watchList: true,
      clock,
    })
    const done = informer.run(controller.signal)
    await clock.advance(89_000)
    expect([server.requests.length, informer.status.notice]).toEqual([1, undefined])
    controller.abort()
    await done
  })

  test('with a shared connection budget, the initial list is a list request: a watch-list would have to wait for a lease', async () => {
    const { clock, follow, kinds } = rig({ client: { maxFetchWatches: 4 } })
    follow()
    await clock.advance(0)
    expect(kinds()).toEqual(['list', 'watch'])
  })

  test('with a WebSocket, the initial list uses it from then on', async () => {
    const opened: string[] = []
    const { clock, server, follow, kinds } = rig({
      client: {
        webSocket: async (transport, path, request) => {
          opened.push(path)
          const { body } = await server.fetch(transport.url(path, request.query), {
            ...(request.signal ? { signal: request.signal } : {}),
          })
          return body ?? new ReadableStream()
        },
      },
    })
    const { informer } = follow()
    await clock.advance(5_000)
    expect([informer.hasSynced(), opened.length, informer.status.notice]).toEqual([true, 1, undefined])
    follow()
    await clock.advance(0)
    expect([opened.length, kinds()]).toEqual([2, ['watch-list', 'watch-list', 'watch-list']])
  })
})

test('W11: over real HTTP, Node reads all members of a watch-list, as they are flushed', async () => {
  const server = createFakeApiserver({ objects: generatePods({ count: COUNT, seed: 1 }) })
  const serving = await serve(server, { compress: '1.37' })
  onTestFinished(() => serving.close())
  const encodings: (string | null)[] = []
  const client = createKubeClient({
    baseUrl: serving.url,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      encodings.push(response.headers.get('content-encoding'))
      return response
    },
  })
  const controller = new AbortController()
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods), watchList: true })
  const done = informer.run(controller.signal)
  await informer.synced()
  create(server, 'later')
  await vi.waitFor(() => expect(informer.lister.list()).toHaveLength(COUNT + 1))
  expect([encodings, informer.status.notice]).toEqual([['gzip'], undefined])
  controller.abort()
  await done
})
