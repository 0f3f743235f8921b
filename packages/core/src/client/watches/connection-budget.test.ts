import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../api/clock.ts'
import { SharedIndexInformer } from '../../cache/informer/shared-index-informer.ts'
import { createKubeClient } from '../kube-client.ts'
import { createListWatch } from '../list-watch.ts'
import { ConnectionBudget } from './connection-budget.ts'

/** A stream that a test writes to. */
interface Source {
  readonly name: string
  readonly timeoutSeconds: number | undefined
  cancelled: boolean
  send(text: string): void
  end(): void
  fail(): void
}

/** Opens watches under a budget and records which are open. */
function rig(maxWatches: number, sliceMs = 5_000) {
  const clock = new FakeClock()
  const budget = new ConnectionBudget({ maxWatches, sliceMs, clock })
  const sources: Source[] = []
  const waits: string[] = []
  const open = (name: string, signal?: AbortSignal) =>
    budget.open(
      async timeoutSeconds => {
        const body = new ReadableStream<Uint8Array>({
          start: controller => {
            signal?.addEventListener('abort', () => controller.error(signal.reason))
            sources.push({
              name,
              timeoutSeconds,
              cancelled: false,
              send: text => controller.enqueue(new TextEncoder().encode(text)),
              end: () => controller.close(),
              fail: () => controller.error(new TypeError('terminated')),
            })
          },
          cancel: () => {
            const source = sources.findLast(one => one.name === name)
            if (source) source.cancelled = true
          },
        })
        return body
      },
      { signal, onWaiting: waiting => waits.push(`${name} ${waiting ? 'waits' : 'goes on'}`) },
    )
  /** Reads to the end, in the background. */
  const read = async (name: string, signal?: AbortSignal) => {
    const reading = { text: '', ended: false, error: undefined as unknown }
    const body = open(name, signal)
    void body
      .then(async stream => {
        for await (const chunk of stream) reading.text += new TextDecoder().decode(chunk)
        reading.ended = true
      })
      .catch(error => {
        reading.error = error
      })
    await clock.settle()
    return reading
  }
  return { clock, budget, sources, waits, open, read, names: () => sources.map(({ name }) => name) }
}

describe('ConnectionBudget', () => {
  test('a watch within the budget opens at once and starts no timer', async () => {
    const { clock, sources, waits, read } = rig(2)
    const reading = await read('a')
    sources[0]?.send('x')
    await clock.advance(600_000)
    expect([reading.text, reading.ended, waits, clock.pendingTimers]).toEqual(['x', false, [], 0])
    sources[0]?.end()
    await clock.settle()
    expect(reading.ended).toBe(true)
  })

  test('watches over the budget wait in order of arrival until another watch ends', async () => {
    const { clock, sources, names, waits, read } = rig(1)
    await read('a')
    await read('b')
    await read('c')
    expect([names(), waits]).toEqual([['a'], ['b waits', 'c waits']])
    sources[0]?.end()
    await clock.settle()
    expect([names(), waits.slice(2)]).toEqual([['a', 'b'], ['b goes on']])
  })

  test('an idle watch ends cleanly after its slice while others wait, and its response is cancelled', async () => {
    const { clock, sources, names, read } = rig(2)
    const [a, b] = [await read('a'), await read('b')]
    sources[0]?.send('first')
    await read('c')
    await clock.advance(4_999)
    expect(names()).toEqual(['a', 'b'])
    await clock.advance(1)
    expect([names(), a, b.ended]).toEqual([
      ['a', 'b', 'c'],
      { text: 'first', ended: true, error: undefined },
      false,
    ])
    expect(sources[0]?.cancelled).toBe(true)
  })

  test('a busy watch keeps its lease for longer, up to a limit', async () => {
    const { clock, sources, names, read } = rig(1)
    const a = await read('a')
    await read('b')
    for (let sent = 0; sent < 39; sent++) {
      sources[0]?.send('x')
      await clock.advance(500)
    }
    expect(names()).toEqual(['a'])
    await clock.advance(500)
    expect([names(), a.ended, a.text.length]).toEqual([['a', 'b'], true, 39])
  })

  test('while others wait, a new watch requests a server timeout of one slice', async () => {
    const { clock, sources, read } = rig(1)
    await read('a')
    await read('b')
    await read('c')
    await clock.advance(11_000)
    expect(sources.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([undefined, 5, undefined])
  })

  test('an abort while waiting removes the watch from the queue; an abort while open releases the lease', async () => {
    const { clock, names, read } = rig(1)
    const [first, second] = [new AbortController(), new AbortController()]
    await read('a', first.signal)
    const b = await read('b', second.signal)
    second.abort()
    await clock.settle()
    expect([b.error, clock.pendingTimers]).toEqual([second.signal.reason, 0])
    await read('c')
    first.abort()
    await clock.settle()
    expect([names(), clock.pendingTimers]).toEqual([['a', 'c'], 0])
  })

  test('a watch that fails, or fails to open, releases its lease', async () => {
    const { clock, budget, sources, names, read } = rig(1)
    const refused = budget.open(() => Promise.reject(new Error('403')), {})
    await expect(refused).rejects.toThrow('403')
    const a = await read('a')
    await read('b')
    sources[0]?.fail()
    await clock.settle()
    expect([a.error, names()]).toEqual([expect.any(TypeError), ['a', 'b']])
  })

  test('twenty watches on four connections all get leases', async () => {
    const { clock, budget, open } = rig(4)
    const leases = new Map<string, number>()
    const controller = new AbortController()
    const follow = async (name: string) => {
      while (!controller.signal.aborted) {
        const body = await open(name, controller.signal)
        leases.set(name, (leases.get(name) ?? 0) + 1)
        for await (const _ of body) expect(budget.isExhausted).toBe(true)
      }
    }
    const following = Array.from({ length: 20 }, (_, index) => follow(`w${index}`).catch(() => {}))
    await clock.advance(150_000)
    // A server that does not end watches when it is asked to has a second more: 150 seconds are 25 slices of four watches.
    expect([leases.size, Math.min(...leases.values()), Math.max(...leases.values())]).toEqual([20, 5, 6])
    controller.abort()
    await Promise.all(following)
    expect(clock.pendingTimers).toBe(0)
  })
})

test('twenty informers on four connections miss no event, and other requests never wait', async () => {
  const clock = new FakeClock()
  const namespaces = Array.from({ length: 20 }, (_, index) => `team-${index}`)
  const server = createFakeApiserver({
    clock,
    objects: generatePods({ count: 200, seed: 1 }).map((pod, index) => ({
      ...pod,
      metadata: { ...pod.metadata, namespace: namespaces[index % 20] ?? '' },
    })),
  })
  let maxOpen = 0
  const fetch: Fetch = async (url, init) => {
    const response = await server.fetch(url, init)
    maxOpen = Math.max(maxOpen, server.openWatches)
    return response
  }
  const client = createKubeClient({ baseUrl: 'http://fake', fetch, maxFetchWatches: 4, clock })
  const controller = new AbortController()
  const informers = namespaces.map(
    namespace =>
      new SharedIndexInformer({
        listerWatcher: createListWatch(client, pods, { namespace }),
        clock,
        random: () => 0.5,
      }),
  )
  const added: string[] = []
  const deleted: string[] = []
  for (const informer of informers) {
    informer.addEventHandler({
      onAdd: (object, isInInitialList) => {
        if (!isInInitialList) added.push(object.metadata?.name ?? '')
      },
      onDelete: object => {
        if ('metadata' in object) deleted.push(object.metadata?.name ?? '')
      },
    })
  }
  const running = informers.map(informer => informer.run(controller.signal))
  await clock.advance(1)
  expect(informers.every(informer => informer.hasSynced())).toBe(true)

  const expected: string[] = []
  for (let round = 0; round < 120; round++) {
    const namespace = namespaces[(round * 7) % 20] ?? ''
    const name = `new-${round}`
    server.create({ kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace } })
    expected.push(name)
    if (round % 3 === 0) server.delete({ kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace } })
    if (round % 10 === 0) await client.get(pods, { namespace: 'team-0', name: 'new-20' }).catch(() => {})
    await clock.advance(700)
  }
  await clock.advance(60_000)
  const inServer = server.list(pods).map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)
  const inCaches = informers.flatMap(informer =>
    informer.lister.list().map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`),
  )
  expect(inCaches.toSorted()).toEqual(inServer.toSorted())
  // Events that occurred while a watch waited were delivered in order.
  expect(added.toSorted()).toEqual(expected.toSorted())
  expect(deleted).toHaveLength(40)
  expect(maxOpen).toBe(4)
  expect(informers.map(({ status }) => [status.error, status.counters.relists])).toEqual(
    informers.map(() => [undefined, 0]),
  )
  expect(server.requests.filter(({ kind }) => kind === 'list')).toHaveLength(20)
  controller.abort()
  await Promise.all(running)
  expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
})
