import { sleep } from '@kube-informer/core'
import { type FakeApiserver, FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { defineInformers } from '../../api/definition.ts'
import type { Slice } from '../../api/subscription.ts'
import { hostRig, type TestPage } from '../../test/host-rig.ts'
import { createTestServer, informers, pod } from '../../test/informers.ts'

const WINDOW = { offset: 0, limit: 2 }
const withFirstPage = defineInformers({ ...informers, pods: { ...informers.pods, firstPage: true } })

/** A host whose complete list takes five seconds longer than other requests. */
function start(definitions: typeof informers = withFirstPage) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const fetch: FakeApiserver['fetch'] = async (input, init) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input)
    if (searchParams.get('resourceVersion') === '0') await sleep(clock, 5_000)
    return server.fetch(input, init)
  }
  const slow: FakeApiserver = Object.create(server, { fetch: { value: fetch } })
  const page = hostRig({ clock, server: slow, definitions }).open()
  /** The limits of the lists so far, without the page of one object that only counts. */
  const limits = () =>
    server.requests
      .filter(({ kind, query }) => kind === 'list' && query.limit !== '1')
      .map(({ query }) => query.limit)
  return { clock, server, page, limits }
}

/** What the page has shown since the first rows. */
function shown(page: TestPage) {
  const history = page.histories.get(1) ?? []
  const first = history.findIndex(({ status }) => status && status.data !== 'none')
  return history.slice(first).map(({ rows, total, status }) => [rows.length, total, status?.data])
}

describe('the first page of the initial list', () => {
  it('is shown while the list is in flight, then replaced without an empty state', async () => {
    const { clock, server, page, limits } = start()
    page.subscribe(1, { resource: 'pods', slice: { window: WINDOW } })
    await clock.advance(1_000)
    expect(limits()).toEqual(['2'])
    expect(page.shows(1)).toMatchObject({
      rows: [expect.stringMatching(/^default\/a@/), expect.stringMatching(/^default\/b@/)],
      total: 6,
      status: { data: 'cached', link: 'connecting', resourceVersion: server.rv },
    })
    server.create(pod('default/aa'))
    await clock.advance(10_000)
    expect(page.shows(1)).toMatchObject({
      rows: [expect.stringMatching(/^default\/a@/), expect.stringMatching(/^default\/aa@/)],
      total: 7,
      status: { data: 'complete', link: 'live' },
    })
    expect(shown(page).filter(([rows]) => rows !== 2)).toEqual([])
  })

  it('is requested for an empty sort, which is the default order', async () => {
    const { clock, page, limits } = start()
    page.subscribe(1, { resource: 'pods', slice: { window: WINDOW, sort: [] } })
    await clock.advance(1_000)
    expect(limits()).toEqual(['2'])
  })

  it('is not requested unless the definition says so', async () => {
    const { clock, page, limits } = start(informers)
    page.subscribe(1, { resource: 'pods', slice: { window: WINDOW } })
    await clock.advance(1_000)
    expect([limits(), page.shows(1)?.rows]).toEqual([[], []])
  })

  it.each<[string, Slice]>([
    ['without a window', {}],
    ['at an offset', { window: { offset: 2, limit: 2 } }],
    ['with a sort', { window: WINDOW, sort: { by: 'reverse' } }],
    ['with a filter', { window: WINDOW, filter: { text: 'a' } }],
    ['with groups', { window: WINDOW, groupBy: 'namespace' }],
    [
      'of one index value',
      { window: WINDOW, target: { type: 'index', index: 'namespace', value: 'default' } },
    ],
  ])('is not requested for a slice %s', async (_, slice) => {
    const { clock, page, limits } = start()
    page.subscribe(1, { resource: 'pods', slice })
    await clock.advance(1_000)
    expect(limits()).toEqual([])
    await clock.advance(10_000)
    expect(page.shows(1)?.status).toMatchObject({ data: 'complete' })
  })

  it('that fails leaves the slice empty until the list is complete', async () => {
    const { clock, server, page } = start()
    server.faults.add({
      match: { resource: 'pods', watch: false },
      times: 2,
      action: { type: 'status', code: 500 },
    })
    page.subscribe(1, { resource: 'pods', slice: { window: WINDOW } })
    await clock.advance(1_000)
    expect(page.shows(1)?.rows ?? []).toEqual([])
    await clock.advance(20_000)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'complete' } })
  })

  it('ends with its subscription', async () => {
    const { clock, page } = start()
    page.subscribe(1, { resource: 'pods', slice: { window: WINDOW } })
    page.post({ type: 'unsubscribe', id: 1 })
    await clock.advance(1_000)
    expect(page.count('batch')).toBe(0)
  })
})
