import type { Fetch } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { hostRig, type TestPage } from '../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../test/informers.ts'

function rig() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  let isUp = true
  let attempts = 0
  const fetch: Fetch = (url, init) => {
    attempts++
    return isUp ? server.fetch(url, init) : Promise.reject(new TypeError('Failed to fetch'))
  }
  const network = new EventTarget()
  return {
    clock,
    server,
    ...hostRig({ clock, server, fetch, network }),
    online: () => network.dispatchEvent(new Event('online')),
    attempts: () => attempts,
    /** Whether new requests reach the server; open responses stay open. */
    setNetwork: (next: 'up' | 'down') => {
      isUp = next === 'up'
    },
  }
}

const NAMESPACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const openMany = (page: TestPage): void => {
  for (const [id, namespace] of NAMESPACES.entries())
    page.subscribe(id, { resource: 'pods', scope: { namespace } })
}

describe('a page that wakes', () => {
  it('makes the host replace every watch at once, without a list, and misses no event', async () => {
    const { clock, server, open } = rig()
    const page = open()
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(5_000)
    server.faults.add({ match: { watch: true }, times: 1, action: { type: 'stall', afterMs: 0 } })
    server.dropWatches()
    await clock.advance(5_000)
    server.create(pod('default/missed'))
    await clock.advance(5_000)
    expect(page.shows(1)?.total).toBe(6)
    page.post({ type: 'wake' })
    await clock.advance(100)
    expect(page.shows(1)).toMatchObject({ total: 7, status: { link: 'live' } })
    expect(requestsOf(server, 'list')).toHaveLength(1)
  })

  it('ends the backoff of a cluster that was down', async () => {
    const { clock, server, open, online, setNetwork } = rig()
    const page = open()
    openMany(page)
    await clock.advance(5_000)
    setNetwork('down')
    server.dropWatches()
    await clock.advance(300_000)
    expect(page.shows(0)?.status).toMatchObject({ link: 'retrying', error: expect.anything() })
    setNetwork('up')
    online()
    await clock.advance(100)
    expect(NAMESPACES.map((_, id) => page.shows(id)?.status?.link)).toEqual(NAMESPACES.map(() => 'live'))
  })
})

describe('a cluster that is down', () => {
  it('is probed by one informer at a time, with growing backoff, and by all when it is back', async () => {
    const { clock, server, open, attempts, setNetwork } = rig()
    const page = open()
    openMany(page)
    await clock.advance(5_000)
    setNetwork('down')
    server.dropWatches()
    await clock.advance(100)
    const before = attempts()
    await clock.advance(600_000)
    // Eight separate informers would send about 110 requests in ten minutes. A probe is due every 45 s at the latest.
    expect(attempts() - before).toBeLessThan(30)
    expect(page.shows(0)?.status).toMatchObject({ data: 'complete', link: 'retrying' })
    setNetwork('up')
    await clock.advance(60_000)
    expect(NAMESPACES.map((_, id) => page.shows(id)?.status?.link)).toEqual(NAMESPACES.map(() => 'live'))
  })

  it('leaves no timer and gets no request once its pages have disconnected', async () => {
    const { clock, open, attempts, setNetwork } = rig()
    setNetwork('down')
    const page = open()
    openMany(page)
    await clock.advance(20_000)
    page.post({ type: 'goodbye' })
    await clock.settle()
    const before = attempts()
    await clock.advance(600_000)
    expect([attempts() - before, clock.pendingTimers]).toEqual([0, 0])
  })
})
