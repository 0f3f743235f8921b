import { createFakeApiserver, type FakeApiserver, FakeClock, pods } from '@kube-informer/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createKubeClient, type InformerClient, type KubeClientOptions } from '../kube-client.ts'
import { createListWatch } from '../list-watch.ts'

let server: FakeApiserver
let clock: FakeClock
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock })
})

const connect = (baseUrl: string, options: Partial<KubeClientOptions> = {}): InformerClient =>
  createKubeClient({ baseUrl, fetch: server.fetch, clock, ...options })

/** Opens `count` watches with each client and returns how many are open. */
async function openEach(clients: readonly InformerClient[], count: number): Promise<number> {
  const { signal, abort } = stopping()
  for (const client of clients) {
    for (let index = 0; index < count; index++)
      void client.watch(pods, { resourceVersion: server.rv }, { signal }).catch(() => {})
  }
  await clock.settle()
  const open = server.openWatches
  abort()
  await clock.settle()
  return open
}

function stopping(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

/** Simulates a browser that has received these responses. */
function pretendBrowser(answers: readonly (readonly [url: string, protocol: string])[] = []): void {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
  const entries = answers.map(([name, nextHopProtocol]) => ({ name, nextHopProtocol }))
  vi.stubGlobal('performance', { getEntriesByType: () => entries })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}

describe('the budget of a client', () => {
  test('does not exist outside of browsers', async () => {
    expect(await openEach([connect('http://fake')], 20)).toBe(20)
  })

  test('is four watches per host in a browser, for all clients together', async () => {
    pretendBrowser()
    expect(await openEach([connect('http://one.test/k8s'), connect('http://one.test')], 20)).toBe(4)
    expect(await openEach([connect('http://one.test'), connect('http://two.test')], 20)).toBe(8)
  })

  test.each([
    ['http/1.1', 4],
    ['', 4],
    ['h2', 20],
    ['h3', 20],
  ])('after an answer over %j it is %i of twenty', async (protocol, open) => {
    pretendBrowser([
      ['https://other.test/x', 'h2'],
      ['https://one.test/api/v1/pods', protocol],
    ])
    expect(await openEach([connect('https://one.test')], 20)).toBe(open)
  })

  test('a number is a separate budget in every host', async () => {
    const two = () => connect('http://fake', { maxFetchWatches: 2 })
    expect(await openEach([two(), two()], 20)).toBe(4)
    pretendBrowser()
    expect(await openEach([connect('http://fake', { maxFetchWatches: Number.POSITIVE_INFINITY })], 20)).toBe(
      20,
    )
  })
})

test('a watch reports when it waits for a lease and when it gets one', async () => {
  const client = connect('http://fake', { maxFetchWatches: 1 })
  const { signal, abort } = stopping()
  const holding = client.watch(pods, { resourceVersion: server.rv }, { signal })
  await clock.settle()
  const waits: boolean[] = []
  const listWatch = createListWatch(client, pods)
  const waiting = listWatch.watch(
    { resourceVersion: server.rv },
    { signal, onWaiting: waits.push.bind(waits) },
  )
  await clock.advance(4_000)
  expect([waits, server.openWatches]).toEqual([[true], 1])
  await (await holding)[Symbol.asyncIterator]().return?.()
  await waiting
  expect(waits).toEqual([true, false])
  abort()
})
