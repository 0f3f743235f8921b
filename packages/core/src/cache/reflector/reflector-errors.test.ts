import { createFakeApiserver, FakeClock, generatePods, type Pod, pods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { ConnectionError, ProtocolError } from '../../api/errors.ts'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { type ReflectorRig, reflectorOver, rejection } from '../../test/reflector-rig.ts'
import {
  added,
  errorEvent,
  type ListScript,
  modified,
  pod,
  podList,
} from '../../test/scripted-lister-watcher.ts'
import { Indexer } from '../store/indexer.ts'
import { Backoff } from './backoff.ts'
import { Reflector } from './reflector.ts'

const reflect = (
  script: Parameters<typeof reflectorOver>[1],
  options?: Parameters<typeof reflectorOver>[2],
  clock = new FakeClock(),
): ReflectorRig<FakeClock> => reflectorOver(clock, script, options)

const open = { reads: [], stayOpen: true }
const down = new ConnectionError('no answer')
const many = (count: number, from = 0): KubernetesObject[] =>
  Array.from({ length: count }, (_, i) => pod(`p${from + i}`, from + i + 1))

describe('Reflector: errors and resourceVersions', () => {
  test('T-REF-14, S-4: the rejection of a list or a watch is a watch error; the store follows each list', async () => {
    const listError = new ProtocolError('a list that failed')
    const watchError = rejection(403, 'Forbidden')
    const { clock, watchErrors, names } = reflect({
      lists: [podList(1, pod('a', 1)), listError, podList(3, pod('b', 3)), podList(5, pod('c', 5))],
      watches: [
        { reads: [[errorEvent(410, 'Expired')]] },
        { reads: [[added(pod('b2', 4)), errorEvent(500, 'InternalError')]] },
        watchError,
      ],
    })
    await clock.settle()
    expect([names(), watchErrors]).toEqual([['a@1'], []])
    await clock.advance(800)
    expect(names()).toEqual(['a@1'])
    expect(watchErrors).toMatchObject([{ code: listError.code }])
    await clock.advance(1_600)
    expect(names()).toEqual(['b@3', 'b2@4'])
    await clock.advance(3_200)
    expect(names()).toEqual(['c@5'])
    expect(watchErrors).toMatchObject([{ code: listError.code }, { status: watchError.status }])
  })

  test.each([
    ['T-REF-15: five times', 5, 32, 64],
    ['T-REF-16: forty times, where it no longer grows', 40, 3_500, 4_000],
  ])('no connection, %s: one list, and delays within bounds', async (_, failures, least, most) => {
    const clock = new FakeClock()
    const random = () => 0.99
    const backoff = new Backoff({ clock, random, baseMs: 1, capMs: 50, jitter: 1 })
    const watches = [...Array<Error>(failures).fill(down), open]
    const { lw } = reflect({ lists: [podList(1)], watches }, { backoff, random }, clock)
    await clock.advance(least)
    expect(lw.open).toBe(0)
    await clock.advance(most - least)
    expect([lw.lists.length, lw.watches.length, lw.open]).toEqual([1, failures + 1, 1])
  })

  test("T-REF-17: the caller's own backoff is taken: 10, 20, 40, 80, 100 ms", async () => {
    const clock = new FakeClock()
    const backoff = new Backoff({ clock, random: Math.random, baseMs: 10, capMs: 100, jitter: 0 })
    const { lw } = reflect(
      { lists: [podList(1)], watches: [down, down, down, down, down, open] },
      { backoff },
      clock,
    )
    await clock.advance(249)
    expect(lw.open).toBe(0)
    await clock.advance(51)
    expect(lw.open).toBe(1)
  })

  test('T-REF-18: with the default backoff two failures take less than ten seconds', async () => {
    const { clock, lw } = reflect({ lists: [podList(1)], watches: [down, down, open] }, { random: () => 1 })
    await clock.advance(9_999)
    expect([lw.lists.length, lw.open]).toEqual([1, 1])
  })

  /** A server whose every watch says InternalError, a second later each time. */
  async function internalErrors(maxInternalErrorRetryMs: number, jumpAt = 0) {
    const clock = new FakeClock()
    let now = clock.now()
    const ticking = { ...clock, now: () => now }
    let watches = 0
    const controller = new AbortController()
    const listerWatcher: ListerWatcher<KubernetesObject> = {
      list: async () => podList(1),
      watch: async () => {
        watches++
        now += watches === jumpAt ? 60_000 : 1_000
        return (async function* () {
          yield [errorEvent(500, 'InternalError')]
        })()
      },
    }
    void new Reflector({
      ...{ listerWatcher, store: new Indexer(), clock: { ...ticking, setTimeout: clock.setTimeout } },
      ...{ maxInternalErrorRetryMs, watchIdleTimeoutMs: 0 },
    }).run(controller.signal)
    await clock.settle()
    controller.abort()
    return watches
  }

  test('T-REF-21, S-5: without a window, an internal error is not retried', async () => {
    expect(await internalErrors(0)).toBe(1)
  })

  test('T-RWD-2: within the window it is retried at once, and not after its end', async () => {
    // The first error opens the window at its own time, so a second later is within it and two are not.
    expect(await internalErrors(1_000)).toBe(3)
  })

  test('T-REF-23: a minute without one opens a new window', async () => {
    const straight = await internalErrors(30_000)
    expect(straight).toBe(32)
    expect(await internalErrors(30_000, 10)).toBe(9 + 32)
  })

  test('T-RWD-3: other errors are not retried within the window', async () => {
    const { clock, lw } = reflect(
      { lists: [podList(1)], watches: [{ reads: [[errorEvent(503, 'ServiceUnavailable')]] }] },
      { maxInternalErrorRetryMs: 30_000 },
    )
    await clock.settle()
    expect(lw.watches).toHaveLength(1)
  })

  test('T-REF-25: a forced page size pages, at any version', async () => {
    const page = (items: KubernetesObject[], token?: string): ListScript => ({
      metadata: { resourceVersion: '10', ...(token ? { continue: token } : {}) },
      items,
    })
    const { clock, lw, store } = reflect(
      {
        lists: [page(many(4), 'C1'), page(many(4, 4), 'C2'), page(many(2, 8))],
        watches: [rejection(410, 'Gone')],
      },
      { pageSize: 4 },
    )
    await clock.settle()
    expect(lw.lists.map(({ limit, continue: token }) => [limit, token])).toEqual([
      [4, undefined],
      [4, 'C1'],
      [4, 'C2'],
    ])
    expect(store.size).toBe(10)
    await clock.advance(800)
    expect(lw.lists[3]).toEqual({ limit: 4, resourceVersion: '10' })
  })

  test('T-REF-28: a relist requests the last resourceVersion, and replaces the store', async () => {
    const { clock, lw, store } = reflect({
      lists: [podList(10, ...many(4)), podList(10, ...many(8))],
      watches: [rejection(403, 'Forbidden'), open],
    })
    await clock.settle()
    expect(store.size).toBe(4)
    await clock.advance(800)
    expect([lw.lists.map(options => options.resourceVersion), store.size]).toEqual([['0', '10'], 8])
  })

  test('T-REF-36: five pages of a hundred are all stored', async () => {
    const pages = Array.from({ length: 5 }, (_, i) => ({
      metadata: { resourceVersion: '10', ...(i < 4 ? { continue: `C${i}` } : {}) },
      items: many(100, i * 100),
    }))
    const { clock, store } = reflect({ lists: pages })
    await clock.settle()
    expect(store.size).toBe(500)
  })

  test('T-REF-32: errors name what a Reflector watches, and "objects" without a description', async () => {
    const named = reflect({ lists: [podList(1)], watches: [{ reads: [[errorEvent(500, 'InternalError')]] }] })
    Object.assign(named.lw, { description: 'deployments.apps' })
    const nameless = reflect({
      lists: [podList(1)],
      watches: [{ reads: [[errorEvent(500, 'InternalError')]] }],
    })
    await Promise.all([named.clock.settle(), nameless.clock.settle()])
    expect(String(named.errors[0])).toMatch(/watch deployments\.apps: InternalError/)
    expect(String(nameless.errors[0])).toMatch(/watch objects: InternalError/)
  })

  test('T-REF-33: where no kind is expected, any is taken', async () => {
    const reads = [[added({ ...pod('svc', 2), kind: 'Service' })]]
    const { clock, names } = reflect({ lists: [podList(1)], watches: [{ reads, stayOpen: true }] })
    await clock.settle()
    expect(names()).toEqual(['svc@2'])
  })

  test('S-9: a bookmark of another kind is skipped', async () => {
    const { clock, lw, reflector } = reflect({
      lists: [podList(5)],
      watches: [
        {
          reads: [[{ type: 'BOOKMARK', object: { kind: 'Node', metadata: { resourceVersion: '99' } } }]],
          stayOpen: true,
        },
      ],
    })
    Object.assign(lw, { kind: 'Pod' })
    await clock.settle()
    expect(reflector.lastSyncResourceVersion).toBe('5')
  })

  test('it can start with a watch from the resourceVersion of the store', async () => {
    const { clock, lw } = reflect(
      { lists: [podList(9)], watches: [rejection(410, 'Expired'), open] },
      { initialResourceVersion: '7' },
    )
    await clock.settle()
    expect([lw.lists, lw.watches.map(options => options.resourceVersion)]).toEqual([[], ['7']])
    await clock.advance(800)
    expect(lw.lists.map(options => options.resourceVersion)).toEqual(['7'])
  })
})

test('the initial events of a watch do not advance the resourceVersion until the first change', async () => {
  const reads = [[added(pod('new', 9)), added(pod('old', 3))], [modified(pod('old', 10))]]
  const first = reflect({ lists: [podList('')], watches: [{ reads: reads.slice(0, 1), stayOpen: true }] })
  const second = reflect({ lists: [podList('0')], watches: [{ reads, stayOpen: true }] })
  await Promise.all([first.clock.settle(), second.clock.settle()])
  expect([first.reflector.lastSyncResourceVersion, first.names()]).toEqual(['', ['new@9', 'old@3']])
  expect(second.reflector.lastSyncResourceVersion).toBe('10')
})

describe('Reflector over the wire', () => {
  const over = (objects: readonly Pod[]) => {
    const clock = new FakeClock()
    const server = createFakeApiserver({ clock, objects })
    const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
    return { clock, server, client }
  }

  test('S-7: a stream that breaks in the middle of a frame resumes at once, without a list', async () => {
    const objects = generatePods({ count: 3, seed: 1 })
    const { clock, server, client } = over(objects)
    server.faults.add({ match: { watch: true }, times: 1, action: { type: 'truncate', afterEvents: 1 } })
    const store = new Indexer<Pod>()
    void new Reflector({ listerWatcher: createListWatch(client, pods), store, clock }).run(
      new AbortController().signal,
    )
    await clock.settle()
    for (const each of objects)
      server.update({ ...each, metadata: { ...each.metadata, labels: { seen: 'yes' } } })
    await clock.settle()
    const requests = server.requests.map(request => request.kind)
    expect(requests.filter(kind => kind === 'list')).toHaveLength(1)
    expect(requests.filter(kind => kind === 'watch')).toHaveLength(2)
    expect(store.list().every(each => each.metadata?.labels?.seen === 'yes')).toBe(true)
  })

  test('T-REF-39: a Table is no list, unless it is a resource of another group by that name', async () => {
    const answer = (apiVersion: string) => async () =>
      new Response(
        JSON.stringify({ kind: 'Table', apiVersion, metadata: { resourceVersion: '1' }, items: [] }),
        {
          headers: { 'content-type': 'application/json' },
        },
      )
    const list = (apiVersion: string) =>
      createListWatch(createKubeClient({ baseUrl: 'http://x', fetch: answer(apiVersion) }), pods).list(
        {},
        { signal: new AbortController().signal },
      )
    await expect(list('meta.k8s.io/v1')).rejects.toThrow('unsupported list kind Table')
    await expect(list('meta.k8s.io/v1beta1')).rejects.toThrow('unsupported list kind Table')
    await expect(list('furniture.example/v1')).resolves.toMatchObject({ items: [] })
  })
})
