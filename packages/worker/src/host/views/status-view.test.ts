import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { Subscription } from '../../api/subscription.ts'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'

const STATUS: Subscription = { resource: 'pods', slice: { target: { type: 'status' } } }
const IN_DEFAULT = { namespace: 'default' }

function rig() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  return { clock, server, page: hostRig({ clock, server }).open() }
}

test('a subscription to a status starts neither a list nor a watch', async () => {
  const { clock, server, page } = rig()
  page.subscribe(1, STATUS)
  await clock.advance(10_000)
  expect(page.shows(1)?.status).toMatchObject({ data: 'none', link: 'stopped' })
  expect(server.requests).toEqual([])
})

test('it reports on an informer that starts later, and that the informer has stopped', async () => {
  const { clock, server, page } = rig()
  page.subscribe(1, STATUS)
  page.subscribe(2, { resource: 'pods' })
  await clock.advance(1_000)
  expect(page.shows(1)).toMatchObject({
    total: 0,
    rows: [],
    status: { data: 'complete', link: 'live', counters: { objects: 6 } },
  })
  server.create(pod('default/new'))
  await clock.advance(1_000)
  expect(page.shows(1)?.status).toMatchObject({ counters: { objects: 7 } })
  page.post({ type: 'unsubscribe', id: 2 })
  await clock.advance(40_000)
  expect(server.openWatches).toBe(0)
  expect(page.shows(1)?.status).toMatchObject({ data: 'none', link: 'stopped' })
})

test('it reports on the wider informer that serves its scope', async () => {
  const { clock, page } = rig()
  page.subscribe(1, { ...STATUS, scope: IN_DEFAULT })
  page.subscribe(2, { resource: 'pods' })
  await clock.advance(1_000)
  expect(page.shows(1)?.status).toMatchObject({ data: 'complete', link: 'live', counters: { objects: 4 } })
})

test('it reports on the informers that serve parts of its scope', async () => {
  const { clock, page } = rig()
  page.subscribe(1, STATUS)
  page.subscribe(2, { resource: 'pods', scope: IN_DEFAULT })
  page.subscribe(3, { resource: 'pods', scope: { namespace: 'kube-system' } })
  await clock.advance(1_000)
  expect(page.shows(1)?.status).toMatchObject({ data: 'complete', link: 'live', counters: { objects: 6 } })
})

test('it does not report on the informers of another resource or scope', async () => {
  const { clock, page } = rig()
  page.subscribe(1, { ...STATUS, scope: { namespace: 'kube-system' } })
  page.subscribe(2, { resource: 'pods', scope: IN_DEFAULT })
  page.subscribe(3, { resource: 'nodes' })
  await clock.advance(1_000)
  expect(page.shows(1)?.status).toMatchObject({ data: 'none', link: 'stopped' })
})

const LABELLED = { labelSelector: 'app in (a, b)' }
const blue = (name: string, app: string) => {
  const object = pod(`blue/${name}`)
  return { ...object, metadata: { ...object.metadata, labels: { app } } }
}

test('it reports on the slice that is shown of its scope, whatever serves it', async () => {
  const { clock, server, page } = rig()
  server.create(blue('x', 'a'))
  server.create(blue('y', 'c'))
  const target = { type: 'index', index: 'namespace', value: 'blue' } as const
  page.subscribe(1, { resource: 'pods', slice: { target } })
  await clock.advance(1_000)
  // Served by the informer of the namespace, which is neither wider than the scope nor a part of it.
  page.subscribe(2, { resource: 'pods', scope: LABELLED, slice: { target } })
  page.subscribe(3, { ...STATUS, scope: LABELLED })
  await clock.advance(1_000)
  expect(page.shows(2)).toMatchObject({ total: 1 })
  expect(page.shows(3)?.status).toMatchObject({ data: 'complete', link: 'live' })
  page.post({ type: 'unsubscribe', id: 2 })
  await clock.advance(1_000)
  expect(page.shows(3)?.status).toMatchObject({ data: 'none', link: 'stopped' })
})

test('it reports on the rows that stay on screen while another informer is being opened', async () => {
  const { clock, server, page } = rig()
  page.subscribe(1, { resource: 'pods', scope: { namespace: '' } })
  await clock.advance(1_000)
  page.subscribe(2, { resource: 'pods', scope: IN_DEFAULT })
  page.subscribe(3, { ...STATUS, scope: IN_DEFAULT })
  await clock.advance(1_000)
  server.faults.add({ match: { path: '/api/v1/pods' }, action: { type: 'status', code: 404 } })
  server.faults.add({ match: { path: '/namespaces/default/pods' }, action: { type: 'delay', ms: 60_000 } })
  server.dropWatches()
  await clock.advance(20_000)
  expect(page.shows(2)).toMatchObject({ total: 4, status: { data: 'complete', link: 'connecting' } })
  expect(page.shows(3)?.status).toMatchObject({
    data: 'complete',
    link: 'connecting',
    counters: { objects: 4 },
  })
})

test('objects that one informer serves count once', async () => {
  const { clock, page } = rig()
  page.subscribe(1, { resource: 'pods' })
  await clock.advance(1_000)
  for (const [id, key] of ['default/a', 'default/b'].entries())
    page.subscribe(2 + id, { resource: 'pods', scope: LABELLED, slice: { target: { type: 'key', key } } })
  page.subscribe(4, { ...STATUS, scope: LABELLED })
  await clock.advance(1_000)
  expect(page.shows(4)?.status).toMatchObject({ data: 'complete', counters: { objects: 6 } })
})
