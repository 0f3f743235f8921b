import { createFakeApiserver, FakeClock } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../api/clock.ts'
import type { StatusError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { pods } from '../../resources/index.ts'
import { createMemorySnapshotStore } from '../../snapshot/memory-snapshot-store.ts'
import { SharedIndexInformer } from '../informer/shared-index-informer.ts'

const MINUTE = 60_000

/** What lies between the informer and the server. */
type Network = 'open' | 'watches lost' | 'lost' | 'headers held' | 'buffered'

interface Rig {
  readonly clock: FakeClock
  readonly informer: SharedIndexInformer<KubernetesObject>
  readonly requests: string[]
  network: Network
  /** Called before each request. */
  onRequest: (url: string) => void
  create(name: string): void
  names(): string[]
}

const newPod = (name: string) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'main', image: 'example/app:1' }] },
})

interface RigOptions {
  readonly network?: Network
  /** @default the fake's: one a minute */
  readonly bookmarks?: boolean
  /** The clock of the informer. @default that of the server */
  readonly clockOf?: (clock: FakeClock) => Clock
  readonly stored?: KubernetesObject[]
}

/** A Response whose headers arrive with its first byte. */
async function heldHeaders(response: Response): Promise<Response> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let first: Awaited<ReturnType<typeof reader.read>> | undefined = await reader.read()
  const body = new ReadableStream<Uint8Array>({
    pull: async controller => {
      const { done, value } = first ?? (await reader.read())
      first = undefined
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: reason => reader.cancel(reason),
  })
  return new Response(body, response)
}

/** A Response whose body arrives when it is complete. */
async function buffered(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = []
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const body = new ReadableStream<Uint8Array>({
    start: async controller => {
      for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value)
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
    cancel: reason => reader.cancel(reason),
  })
  return new Response(body, response)
}

const never = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** Drops bookmarks, as of a server that sends none. */
function withoutBookmarks(response: Response): Response {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const dropping = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const lines = decoder
        .decode(chunk)
        .split('\n')
        .filter(line => line && !line.includes('"BOOKMARK"'))
      if (lines.length > 0) controller.enqueue(encoder.encode(`${lines.join('\n')}\n`))
    },
  })
  return new Response(response.body?.pipeThrough(dropping), response)
}

async function start({ network = 'open', bookmarks = true, clockOf, stored }: RigOptions = {}): Promise<Rig> {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: [newPod('a')] })
  const requests: string[] = []
  const rig = {
    clock,
    requests,
    network,
    onRequest: (_url: string): void => {},
    create: (name: string) => void server.create(newPod(name)),
    names: () =>
      informer.indexer
        .list()
        .map(({ metadata }) => metadata?.name ?? '')
        .sort(),
  }
  const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    const isWatch = url.includes('watch=')
    rig.onRequest(url)
    requests.push(isWatch ? `watch ${new URL(url).searchParams.get('timeoutSeconds')}` : 'list')
    if (rig.network === 'lost' || (isWatch && rig.network === 'watches lost')) return never(init?.signal)
    const response = await server.fetch(url, init)
    const sent = isWatch && !bookmarks ? withoutBookmarks(response) : response
    // The network may be lost while the body arrives.
    if (isWatch && rig.network === 'headers held') return heldHeaders(sent)
    return isWatch && rig.network === 'buffered'
      ? buffered(sent)
      : losing(sent, () => rig.network === 'lost' || (isWatch && rig.network === 'watches lost'))
  }
  const informerClock = clockOf?.(clock) ?? clock
  const client = createKubeClient({ baseUrl: 'http://fake', fetch, clock: informerClock })
  const snapshotStore = createMemorySnapshotStore<KubernetesObject>()
  if (stored) {
    const { metadata } = await createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch }).list(pods)
    await snapshotStore.save(
      { type: 'replace', resourceVersion: metadata.resourceVersion ?? '', objects: stored },
      new AbortController().signal,
    )
  }
  const informer = new SharedIndexInformer<KubernetesObject>({
    listerWatcher: createListWatch(client, pods),
    clock: informerClock,
    random: () => 0.5,
    ...(stored && { snapshotStore }),
  })
  const stop = new AbortController()
  const running = informer.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await clock.settle()
    await running
    expect(clock.pendingTimers).toBe(0)
  })
  return Object.assign(rig, { informer })
}

/** A body of which nothing arrives any more once the network is lost. */
function losing(response: Response, isLost: () => boolean): Response {
  if (!response.body) return response
  const dropping = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      if (!isLost()) controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(dropping), response)
}

/** The first second at which the link is no longer live, and its error. */
async function untilReported({ clock, informer }: Rig, from: number): Promise<number | undefined> {
  for (let second = 0; second < 600; second++) {
    if (informer.status.link !== 'live') return (clock.now() - from) / 1000
    await clock.advance(1000)
  }
  return undefined
}

describe('a watch of which nothing arrives', () => {
  test.each(['lost', 'watches lost'] as const)(
    'T-SIL-7: with the network %s, the status says so within 165 to 180 seconds of the last proof',
    async network => {
      const rig = await start()
      await rig.clock.advance(1000)
      rig.network = network
      const from = rig.informer.status.provenAt ?? 0
      const reported = await untilReported(rig, from)
      expect(reported).toBeGreaterThanOrEqual(165)
      expect(reported).toBeLessThanOrEqual(181)
      const { link, error, provenAt } = rig.informer.status
      expect([link, error?.message, provenAt]).toEqual([
        'retrying',
        `watch pods: nothing arrived since ${new Date(from).toISOString()}`,
        from,
      ])
    },
  )

  test('T-SIL-7: so it does if the network is lost while the server is asked for its resourceVersion', async () => {
    const rig = await start({ bookmarks: false, stored: [newPod('a')] })
    rig.onRequest = url => {
      if (url.includes('limit=1&')) rig.network = 'lost'
    }
    await rig.clock.advance(2000)
    const from = rig.informer.status.provenAt ?? 0
    expect(await untilReported(rig, from)).toBeLessThanOrEqual(182)
    expect(rig.network).toBe('lost')
  })

  test('T-SIL-8: when the network returns, it is live within two minutes, and resumes without a list', async () => {
    const rig = await start()
    await rig.clock.advance(1000)
    rig.network = 'lost'
    await rig.clock.advance(4 * MINUTE)
    expect(rig.informer.status.link).toBe('retrying')
    rig.create('b')
    rig.requests.length = 0
    rig.network = 'open'
    await rig.clock.advance(2 * MINUTE)
    expect([rig.informer.status.link, rig.informer.status.error, rig.names()]).toEqual([
      'live',
      undefined,
      ['a', 'b'],
    ])
  })

  test('T-SIL-9: while only watches are lost, lists keep the rows up to date, one every five minutes at most', async () => {
    const rig = await start()
    await rig.clock.advance(1000)
    rig.network = 'watches lost'
    rig.requests.length = 0
    rig.create('b')
    await rig.clock.advance(60 * MINUTE)
    expect(rig.names()).toEqual(['a', 'b'])
    const lists = rig.requests.filter(request => request === 'list').length
    expect(lists).toBeGreaterThan(3)
    expect(lists).toBeLessThanOrEqual(13)
  })
})

describe('an idle server', () => {
  test.each([
    ['open', true],
    ['open', false],
    ['headers held', true],
    ['headers held', false],
    ['buffered', true],
    ['buffered', false],
  ] as const)(
    'T-SIL-10: stays live for an hour with the network %s and bookmarks %s',
    async (network, bookmarks) => {
      const rig = await start({ network, bookmarks })
      await rig.clock.advance(2000)
      expect(rig.informer.status.link).toBe('live')
      const links = new Set<string>()
      rig.informer.subscribeStatus(() => links.add(rig.informer.status.link))
      for (let minute = 0; minute < 60; minute++) await rig.clock.advance(MINUTE)
      expect([[...links].filter(link => link !== 'live'), rig.informer.status.link]).toEqual([[], 'live'])
      expect(rig.requests.filter(request => request === 'list').length).toBeLessThan(12)
    },
  )

  test.each(['headers held', 'buffered'] as const)(
    'T-SIL-11: with the network %s a new object arrives within 165 seconds',
    async network => {
      const rig = await start({ network, bookmarks: false })
      await rig.clock.advance(2000)
      rig.create('b')
      await rig.clock.advance(165_000)
      expect(rig.names()).toEqual(['a', 'b'])
    },
  )
})

describe('response headers that are held', () => {
  test('T-SIL-12: ten seconds after a list, the notice names the likely cause, until headers arrive at once', async () => {
    const rig = await start({ network: 'headers held' })
    await rig.clock.advance(9000)
    expect(rig.informer.status.notice).toBeUndefined()
    await rig.clock.advance(2000)
    expect(rig.informer.status.notice).toMatch(/^watch pods: .*proxy.*Vite.*docs\/watches\.md$/)
    rig.network = 'open'
    await rig.clock.advance(15 * MINUTE)
    expect(rig.informer.status.notice).toBeUndefined()
  })

  test('T-SIL-13: a snapshot is confirmed by an answered list of one object beside the watch', async () => {
    const rig = await start({ network: 'headers held', stored: [newPod('a')] })
    await rig.clock.advance(900)
    expect(rig.informer.status).toMatchObject({ data: 'cached', link: 'connecting' })
    await rig.clock.advance(200)
    expect(rig.informer.status).toMatchObject({ data: 'complete', link: 'live' })
    expect(rig.requests).toEqual(['watch 450', 'list'])
  })

  test('T-SIL-14: a snapshot without an answer stays cached', async () => {
    const rig = await start({ network: 'lost', stored: [newPod('a')] })
    await rig.clock.advance(80_000)
    expect(rig.informer.status).toMatchObject({ data: 'cached', link: 'connecting' })
  })
})

describe('retries within a request', () => {
  const busy = (retryAfter: number) =>
    new Response(
      JSON.stringify({ kind: 'Status', status: 'Failure', code: 503, reason: 'ServiceUnavailable' }),
      {
        status: 503,
        headers: { 'content-type': 'application/json', 'retry-after': String(retryAfter) },
      },
    )

  /** A server that refuses watches from the second one on. */
  async function refusing(retryAfter: number, times: number) {
    const clock = new FakeClock()
    const server = createFakeApiserver({ clock, objects: [newPod('a')] })
    let watches = 0
    const fetch = async (url: string, init?: RequestInit) => {
      if (!url.includes('watch=')) return server.fetch(url, init)
      watches++
      return watches > 1 && watches <= 1 + times ? busy(retryAfter) : server.fetch(url, init)
    }
    const client = createKubeClient({ baseUrl: 'http://fake', fetch, clock })
    const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods), clock })
    const stop = new AbortController()
    const running = informer.run(stop.signal)
    onTestFinished(async () => {
      stop.abort()
      await clock.settle()
      await running
    })
    await clock.advance(1000)
    const links: string[] = []
    informer.subscribeStatus(() => links.push(informer.status.link))
    informer.reconnect()
    return { clock, informer, links, watches: () => watches }
  }

  test('T-SIL-15: a Retry-After of twenty minutes is in the status, and the informer waits as it was asked to', async () => {
    const { clock, informer, watches } = await refusing(1200, 1)
    await clock.advance(10_000)
    expect(informer.status.link).toBe('retrying')
    expect((informer.status.error as StatusError).code).toBe(503)
    await clock.advance(18 * MINUTE)
    expect([informer.status.link, watches()]).toEqual(['retrying', 2])
    await clock.advance(2 * MINUTE)
    expect([informer.status.link, informer.status.error, watches()]).toEqual(['live', undefined, 3])
  })

  test('T-SIL-16: a single retry of a few seconds changes nothing, and a second one does', async () => {
    const once = await refusing(5, 1)
    await once.clock.advance(MINUTE)
    expect(once.links.filter(link => link !== 'live')).toEqual([])
    const twice = await refusing(5, 2)
    await twice.clock.advance(7_000)
    expect(twice.informer.status.link).toBe('retrying')
    await twice.clock.advance(MINUTE)
    expect(twice.informer.status.link).toBe('live')
  })
})

test('T-SIL-17: after a sleep of the machine one attempt comes before an error', async () => {
  let sleptMs = 0
  const rig = await start({
    clockOf: ({ now, setTimeout, clearTimeout, yieldToHost }) => ({
      now: () => now() + sleptMs,
      setTimeout,
      clearTimeout,
      yieldToHost,
    }),
  })
  await rig.clock.advance(1000)
  rig.network = 'lost'
  await rig.clock.advance(100_000)
  sleptMs = 8 * 60 * MINUTE
  await rig.clock.advance(85_000)
  expect(rig.informer.status.link).toBe('live')
  rig.network = 'open'
  await rig.clock.advance(100_000)
  expect(rig.informer.status.link).toBe('live')
})
