import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock, pods } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import type { Subscription } from '../../api/subscription.ts'
import { hostRig, type TestPage } from '../../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../../test/informers.ts'
import { memoryDisk } from '../../test/memory-disk.ts'

const ALICE = { identity: 'alice' }
const OWNER = { server: 'http://cluster.test', identity: 'alice' }
const PODS: Subscription = { resource: 'pods' }
const DEFAULT: Subscription = {
  resource: 'pods',
  slice: { target: { type: 'index', index: 'namespace', value: 'default' } },
}

/** A server and a disk that outlast hosts. */
function world() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const disk = memoryDisk()
  const start = () => hostRig({ clock, server, disk })
  const rendered = (namespace?: string) => ({
    rows: server.list(pods).filter(({ metadata }) => !namespace || metadata.namespace === namespace),
    version: server.rv,
  })
  return { clock, server, disk, start, rendered }
}

interface Rendered {
  readonly rows: readonly unknown[]
  readonly version: string
}

const show = (page: TestPage, subscription: Subscription, { rows, version }: Rendered): TestPage => {
  const hydratedRows = rows as readonly KubernetesObject[]
  page.post({ type: 'subscribe', id: 1, subscription, shownResourceVersion: version, hydratedRows })
  return page
}

const keys = (page: TestPage) => page.shows(1)?.rows.map(row => row.split('@')[0])

describe('rows that a server has rendered', () => {
  it.each([
    ['all objects', PODS, undefined, 6],
    ['one namespace', DEFAULT, 'default', 4],
  ] as const)(
    'of %s: the watch resumes from them without a list',
    async (_, subscription, namespace, total) => {
      const { clock, server, start, rendered } = world()
      const state = rendered(namespace)
      server.update(pod('default/b', { note: 'newer' }))
      server.delete(pod('default/a'))
      const page = show(start().open(ALICE), subscription, state)
      await clock.advance(5_000)
      expect(requestsOf(server, 'list')).toEqual([])
      expect(requestsOf(server, 'watch').map(({ query }) => query.resourceVersion)).toEqual([state.version])
      expect(page.shows(1)).toMatchObject({ total: total - 1, status: { data: 'complete', link: 'live' } })
      expect(page.shows(1)?.rows[0]).toMatch(/^default\/b@/)
    },
  )

  it('a 410 leads to a list, and the rows stay until it is complete', async () => {
    const { clock, server, start, rendered } = world()
    const state = rendered()
    server.delete(pod('default/a'))
    server.relist()
    const page = show(start().open(ALICE), PODS, state)
    await clock.advance(20_000)
    expect(requestsOf(server, 'list')).toHaveLength(1)
    expect(page.shows(1)).toMatchObject({ total: 5, status: { data: 'complete' } })
    expect(page.histories.get(1)?.filter(({ rows }) => rows.length < 5)).toEqual([])
  })

  it('are used by no other page', async () => {
    const { clock, server, start, rendered } = world()
    const { open } = start()
    show(open({ identity: 'bob' }), PODS, rendered())
    const page = open(ALICE)
    page.subscribe(1, PODS)
    await clock.advance(5_000)
    expect(requestsOf(server, 'list')).toHaveLength(1)
  })

  it('are ignored where the informer runs', async () => {
    const { clock, server, start, rendered } = world()
    const state = rendered()
    const { open } = start()
    const first = open(ALICE)
    first.subscribe(1, PODS)
    await clock.advance(5_000)
    server.delete(pod('default/a'))
    await clock.advance(1_000)
    show(open(ALICE), PODS, state)
    await clock.advance(5_000)
    expect(first.shows(1)?.total).toBe(5)
    expect(first.histories.get(1)?.filter(({ rows }) => rows.length > 5).length).toBe(1)
  })

  it('are ignored where the disk has newer rows', async () => {
    const { clock, server, start, rendered } = world()
    const state = rendered()
    server.delete(pod('default/a'))
    const { host, open } = start()
    open(ALICE).subscribe(1, PODS)
    await clock.advance(10_000)
    host.close()
    const before = server.rv
    server.relist()
    server.faults.add({ match: { resource: 'pods' }, action: { type: 'delay', ms: 60_000 } })
    const page = show(start().open(ALICE), PODS, state)
    await clock.advance(5_000)
    expect(keys(page)).not.toContain('default/a')
    expect(page.shows(1)?.resourceVersion).toBe(before)
  })

  it('are preferred to older rows on disk, and replace these with the first change', async () => {
    const { clock, server, disk, start, rendered } = world()
    const first = start()
    first.open(ALICE).subscribe(1, PODS)
    await clock.advance(10_000)
    first.host.close()
    server.delete(pod('default/a'))
    server.create(pod('default/x'))
    const state = rendered()
    const lists = requestsOf(server, 'list').length
    const page = show(start().open(ALICE), PODS, state)
    await clock.advance(5_000)
    expect(requestsOf(server, 'watch').at(-1)?.query.resourceVersion).toBe(state.version)
    server.create(pod('default/y'))
    await clock.advance(30_000)
    expect(requestsOf(server, 'list')).toHaveLength(lists)
    expect(keys(page)).toEqual(expect.arrayContaining(['default/x', 'default/y']))
    const [kept] = Object.values(disk.kept(OWNER))
    expect(kept).toEqual(
      server
        .list(pods)
        .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
        .sort(),
    )
  })

  it('are used once: an informer that is started later lists', async () => {
    const { clock, server, rendered } = world()
    // Nothing is persisted, and nothing is retained.
    const { open } = hostRig({ clock, server, retainMs: 0 })
    const page = show(open(ALICE), PODS, rendered())
    await clock.advance(5_000)
    page.post({ type: 'unsubscribe', id: 1 })
    await clock.advance(3_600_000)
    page.subscribe(2, PODS)
    await clock.advance(5_000)
    expect(requestsOf(server, 'list')).toHaveLength(1)
  })

  it.each<[string, Subscription, (state: Rendered) => Rendered]>([
    ['without a resourceVersion', PODS, ({ rows }) => ({ rows, version: '' })],
    ['at resourceVersion 0', PODS, ({ rows }) => ({ rows, version: '0' })],
    ['without names', PODS, ({ version }) => ({ rows: [{ metadata: {} }], version })],
    ['that are no objects', PODS, ({ version }) => ({ rows: [null, 7, 'x'], version })],
    [
      'with members that are no text',
      PODS,
      ({ version }) => ({ rows: [{ metadata: { name: 'a', uid: {} } }], version }),
    ],
    ['of another namespace', DEFAULT, state => state],
    ['of a slice with a filter', { resource: 'pods', slice: { filter: { text: 'a' } } }, state => state],
    [
      'of an index that the server does not evaluate',
      { resource: 'pods', slice: { target: { type: 'index', index: 'node', value: 'n1' } } },
      state => state,
    ],
    [
      'of several informers',
      {
        resource: 'pods',
        slice: { target: { type: 'index', index: 'namespace', values: ['default', 'x'] } },
      },
      state => state,
    ],
  ])('%s are ignored, and the informer lists', async (_, subscription, change) => {
    const { clock, server, start, rendered } = world()
    const page = show(start().open(ALICE), subscription, change(rendered()))
    await clock.advance(5_000)
    expect(requestsOf(server, 'list').length).toBeGreaterThan(0)
    expect(page.shows(1)?.status).toMatchObject({ data: 'complete' })
    expect(page.closed).toBe(false)
  })

  it('leave the page if the user may not read them', async () => {
    const { clock, start, rendered } = world()
    const locked = { resource: 'pods', scope: { namespace: 'locked' } }
    const rows = [
      { ...pod('locked/a'), metadata: { name: 'a', namespace: 'locked', uid: 'u', resourceVersion: '1' } },
    ]
    const page = show(start().open(ALICE), locked, { ...rendered(), rows })
    await clock.advance(5_000)
    expect(page.shows(1)).toMatchObject({
      rows: [],
      total: 0,
      status: { data: 'none', error: { status: { code: 403 } } },
    })
  })
})
