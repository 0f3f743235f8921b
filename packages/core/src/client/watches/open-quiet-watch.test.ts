import { createFakeApiserver, FakeClock, pods } from '@kube-informer/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fetch } from '../../api/clock.ts'
import type { WatchEvent } from '../../api/object.ts'
import { createKubeClient } from '../kube-client.ts'
import { createListWatch } from '../list-watch.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
const SAFARI =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const CHROMIUM =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36'

/** Simulates a browser that has received an answer of the server over this version of HTTP. */
function pretend(userAgent: string, nextHopProtocol: string): void {
  vi.stubGlobal('navigator', { userAgent })
  const entries = [{ name: 'http://fake/api/v1/pods', nextHopProtocol } as PerformanceResourceTiming]
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries)
}

beforeEach(() => {
  pretend(FIREFOX, '')
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

/** A `fetch` as in Firefox: it resolves when a body has its first byte, or `answer` is called. */
function rig() {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock })
  const signals: AbortSignal[] = []
  let answer: ((response: Response) => void) | undefined
  const fetch: Fetch = async (url, init) => {
    if (!url.includes('watch=')) return server.fetch(url, init)
    if (init?.signal) signals.push(init.signal)
    const response = await server.fetch(url, init)
    const [first, body] = response.body?.tee() ?? []
    const early = new Promise<Response>((resolve, reject) => {
      answer = resolve
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
    const { status, headers } = response
    const read = first
      ?.getReader()
      .read()
      .then(() => new Response(body ?? null, { status, headers }))
    return Promise.race([early, read ?? response])
  }
  const client = createKubeClient({ baseUrl: 'http://fake', fetch, clock })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const open = () => client.watch(pods, { resourceVersion: server.rv }, { signal: stop.signal })
  return { clock, client, server, open, stop, signals, answer: (response: Response) => answer?.(response) }
}

/** Whether and how a promise has settled. */
function outcomeOf(promise: Promise<unknown>): { value: string } {
  const outcome = { value: 'pending' }
  promise.then(
    () => {
      outcome.value = 'open'
    },
    (error: { code?: unknown }) => {
      outcome.value = `rejected: ${error.code}`
    },
  )
  return outcome
}

async function read(watch: AsyncIterable<readonly WatchEvent<unknown>[]>, into: string[]): Promise<void> {
  for await (const events of watch)
    for (const { type, object } of events)
      into.push(`${type} ${(object as { code?: number }).code ?? ''}`.trim())
  into.push('end')
}

const failure = (code: number) =>
  Response.json({ kind: 'Status', status: 'Failure', code, reason: 'Expired' }, { status: code })

describe('a watch whose response headers are held', () => {
  test('is open after a second, and delivers what comes later', async () => {
    const { clock, server, open } = rig()
    const opening = open()
    const outcome = outcomeOf(opening)
    await clock.advance(999)
    expect(outcome.value).toBe('pending')
    await clock.advance(1)
    expect(outcome.value).toBe('open')
    const received: string[] = []
    void read(await opening, received)
    server.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default' } })
    await clock.settle()
    expect(received).toEqual(['ADDED'])
  })

  test.each([
    ['Firefox', 'http/1.1', FIREFOX, 'host'],
    ['Firefox', 'h2', FIREFOX, 'host'],
    ['WebKit', 'h2', SAFARI, 'host'],
    ['WebKit', 'a version that is not revealed', SAFARI, 'host'],
    ['WebKit', 'http/1.1', SAFARI, 'proxy'],
    ['Chromium', 'h2', CHROMIUM, 'proxy'],
  ])(
    'counts as open after a second, and %s over %s tells what holds the headers',
    async (_, protocol, userAgent, expected) => {
      pretend(userAgent, protocol)
      const { clock, client, answer } = rig()
      const held: unknown[] = []
      const { metadata } = await client.list(pods)
      const { signal } = new AbortController()
      const outcome = outcomeOf(
        createListWatch(client, pods).watch(metadata, { signal, onHeld: by => held.push(by) }),
      )
      await clock.advance(999)
      expect([outcome.value, held]).toEqual(['pending', []])
      await clock.advance(1)
      expect([outcome.value, held]).toEqual(['open', [expected]])
      answer(new Response('', { headers: { 'content-type': 'application/json' } }))
      await clock.settle()
      expect(held).toEqual([expected, undefined])
    },
  )

  test('opens with its headers within a second, and nothing is held', async () => {
    const { clock, client, answer } = rig()
    const held: unknown[] = []
    const { metadata } = await client.list(pods)
    const { signal } = new AbortController()
    const outcome = outcomeOf(
      createListWatch(client, pods).watch(metadata, { signal, onHeld: by => held.push(by) }),
    )
    await clock.settle()
    answer(new Response('', { headers: { 'content-type': 'application/json' } }))
    await clock.settle()
    expect([outcome.value, held]).toEqual(['open', []])
  })

  test('rejects with what the server answers within a second', async () => {
    const { clock, open, answer } = rig()
    const outcome = outcomeOf(open())
    await clock.advance(500)
    answer(failure(410))
    await clock.settle()
    expect(outcome.value).toBe('rejected: 410')
  })

  test('has an ERROR event where the server rejects it later', async () => {
    const { clock, open, answer } = rig()
    const opening = open()
    await clock.advance(1_000)
    const received: string[] = []
    void read(await opening, received)
    answer(failure(410))
    await clock.settle()
    expect(received).toEqual(['ERROR 410', 'end'])
  })

  test('aborts its request when it is left', async () => {
    const { clock, open, signals } = rig()
    const opening = open()
    await clock.advance(1_000)
    await (await opening)[Symbol.asyncIterator]().return?.()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  test('rejects when its signal aborts, before and after it was answered', async () => {
    const { clock, open, stop, signals } = rig()
    const outcome = outcomeOf(open())
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(outcome.value).toMatch(/^rejected/)
    expect([signals.map(({ aborted }) => aborted), clock.pendingTimers]).toEqual([[true], 0])
  })
})
