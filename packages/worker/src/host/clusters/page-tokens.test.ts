import type { Fetch } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../../test/informers.ts'
import type { ClientRequest } from '../../wire/calls.ts'
import type { HelloMessage } from '../../wire/protocol.ts'

const GET: ClientRequest = { verb: 'get', object: { namespace: 'default', name: 'a' } }

/** A host whose server accepts several tokens, and records the token of each request. */
function rig() {
  const clock = new FakeClock()
  const accepted = new Set(['strong', 'weak', 'other'])
  const server = createTestServer({ clock, auth: { token: token => accepted.has(token) } })
  const sent: (string | null)[] = []
  const fetch: Fetch = (url, init) => {
    sent.push(new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? null)
    return server.fetch(url, init)
  }
  const { open, host } = hostRig({ clock, server, fetch })
  /** A page of one identity that shows all Pods. */
  const openPods = (token: string | undefined, hello: Partial<HelloMessage> = {}) => {
    const page = open({ identity: 'alice', hasToken: token !== undefined, ...hello })
    if (token !== undefined) page.answer = { token }
    page.subscribe(1, { resource: 'pods' })
    return page
  }
  const call = async (page: ReturnType<typeof open>) => {
    const answered = page.result()
    page.post({ type: 'clientCall', id: 1, resource: 'pods', ...GET })
    await clock.advance(1_000)
    return answered
  }
  const reads = () => [requestsOf(server, 'list').length, requestsOf(server, 'watch').length]
  return { clock, server, host, sent, accepted, openPods, call, reads }
}

describe('a call', () => {
  it('carries the token of its own page, while the reads are shared', async () => {
    const { clock, sent, openPods, call, reads } = rig()
    const [strong, weak] = [openPods('strong'), openPods('weak')]
    await clock.advance(1_000)
    const shared = new Set(sent.splice(0))
    expect([...shared]).toEqual(['weak'])
    expect(await call(strong)).toMatchObject({ object: { metadata: { name: 'a' } } })
    expect(await call(weak)).toMatchObject({ object: { metadata: { name: 'a' } } })
    expect(sent).toEqual(['strong', 'weak'])
    expect(reads()).toEqual([1, 1])
  })

  it('of a page without tokens carries none, whatever the other pages have', async () => {
    const { clock, sent, openPods, call } = rig()
    openPods('strong')
    await clock.advance(1_000)
    const none = openPods(undefined)
    await clock.advance(100)
    sent.length = 0
    expect(await call(none)).toMatchObject({ failure: { status: { code: 401 } } })
    expect(new Set(sent)).toEqual(new Set([null]))
  })

  it('carries no token of a page that has left', async () => {
    const { clock, sent, openPods, call } = rig()
    const weak = openPods('weak')
    const strong = openPods('strong')
    await clock.advance(1_000)
    await call(strong)
    strong.post({ type: 'goodbye' })
    sent.length = 0
    await call(weak)
    await clock.advance(60_000)
    expect(new Set(sent)).toEqual(new Set(['weak']))
  })
})

describe('a page without tokens', () => {
  it('reads nothing with the tokens of another page of its identity', async () => {
    const { clock, openPods } = rig()
    const strong = openPods('strong')
    await clock.advance(1_000)
    const none = openPods(undefined)
    await clock.advance(1_000)
    expect(none.shows(1)).toMatchObject({ rows: [], status: { error: { status: { code: 401 } } } })
    expect(strong.shows(1)?.total).toBe(6)
  })
})

describe('the reads of pages of one identity', () => {
  it('continue with the token of another page when the page of the token leaves, without a list or a missing row', async () => {
    const { clock, server, sent, openPods, reads } = rig()
    const weak = openPods('weak')
    const strong = openPods('strong')
    await clock.advance(10_000)
    expect(reads()).toEqual([1, 1])
    const states = weak.histories.get(1)?.length ?? 0
    strong.post({ type: 'goodbye' })
    sent.length = 0
    await clock.advance(100)
    expect([sent, reads(), server.openWatches]).toEqual([['weak'], [1, 2], 1])
    server.create(pod('default/new'))
    await clock.advance(1_000)
    const after = weak.histories.get(1)?.slice(states) ?? []
    expect(after.at(-1)).toMatchObject({ total: 7, status: { data: 'complete', link: 'live' } })
    expect(after.filter(({ rows }) => rows.length < 6)).toEqual([])
    expect(after.flatMap(({ status }) => status?.error ?? [])).toEqual([])
  })

  it('never continue with a token whose page has left, when several pages leave within a second', async () => {
    const { clock, server, sent, openPods } = rig()
    openPods('weak')
    const pages = [openPods('strong'), openPods('other')]
    await clock.advance(10_000)
    for (const page of pages.toReversed()) {
      page.post({ type: 'goodbye' })
      await clock.advance(100)
    }
    expect([sent.at(-1), server.openWatches]).toEqual(['weak', 1])
  })

  it('send no request after the last page has left, and use the token of the next one', async () => {
    const { clock, server, sent, openPods, reads } = rig()
    const strong = openPods('strong')
    await clock.advance(1_000)
    strong.post({ type: 'goodbye' })
    sent.length = 0
    server.dropWatches()
    await clock.advance(20_000)
    expect(sent).toEqual([])
    const weak = openPods('weak')
    await clock.advance(1_000)
    expect(weak.shows(1)).toMatchObject({ total: 6, status: { link: 'live' } })
    expect(new Set(sent)).toEqual(new Set(['weak']))
    expect(reads()[0]).toBe(1)
  })

  it('are replaced for the next page, if their watch was opened with the token of the last one', async () => {
    const { clock, server, sent, openPods, reads } = rig()
    const strong = openPods('strong')
    await clock.advance(1_000)
    strong.post({ type: 'goodbye' })
    await clock.advance(20_000)
    sent.length = 0
    openPods('weak')
    await clock.advance(1_000)
    expect([sent, reads(), server.openWatches]).toEqual([['weak'], [1, 2], 1])
  })
})
