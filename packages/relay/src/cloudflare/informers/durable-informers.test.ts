import { pods, secrets } from '@kube-informer/core/resources'
import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { Miniflare } from 'miniflare'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleWorker } from '../../test/bundle-worker.ts'
import type { ObjectStatus } from '../../test/durable-worker.ts'
import { impatientClock } from '../../test/impatient-clock.ts'

const POLL = { timeout: 25_000 }

let script: string
let server: FakeApiserver
let serving: Serving
let worker: Miniflare

beforeAll(async () => {
  script = await bundleWorker('durable-worker')
})

const podOf = (name: string) => ({ metadata: { name, namespace: 'default' } })

function startWorker(bindings: Record<string, string | number> = {}): Miniflare {
  return new Miniflare({
    name: 'worker',
    modules: true,
    script,
    compatibilityDate: '2026-07-01',
    durableObjects: { CLUSTER: { className: 'Cluster', useSQLite: true } },
    bindings: { SERVER: serving.url, ...bindings },
  })
}

beforeEach(async () => {
  server = createFakeApiserver()
  server.create(podOf('a'), pods)
  server.create(
    { metadata: { name: 's', namespace: 'default' }, data: { password: 'aHVudGVyMg==' } },
    secrets,
  )
  serving = await serve(server)
  worker = startWorker()
  return async () => {
    await worker.dispose()
    await serving.close()
  }
})

/** Sends a command to the object. */
async function send(command: string): Promise<ObjectStatus> {
  const response = await worker.dispatchFetch(`http://worker/${command}`)
  return (await response.json()) as ObjectStatus
}

const names = async () => (await send('status')).names.toSorted()
/** Without those for one object, which confirm what is stored while the response headers of a watch are late. */
const requestsOf = (kind: string) =>
  server.requests.filter(
    ({ resource, kind: each, query }) => resource === 'pods' && each === kind && query.limit !== '1',
  ).length
const isStored = (name: string) =>
  expect.poll(async () => JSON.stringify((await send('status')).tables).includes(name), POLL).toBe(true)

/** Starts the informers; resolves when the Pods are stored. */
async function startAndStore(): Promise<ObjectStatus> {
  const status = await send('start')
  await isStored('uid')
  return status
}

/** What a crash of the machine does. */
const abort = () => send('abort').catch(() => undefined)
/** Fails if the object still has a request or a timer. */
const evict = () => worker.unsafeEvictDurableObject('worker', 'Cluster', { name: 'cluster' })

test('has no alarm and sends no request before the start', async () => {
  const { alarm, data } = await send('status')
  expect([alarm, data, server.requests]).toEqual([null, 'none', []])
})

test('invariant 1: after the end of the object, the alarm resumes the watches, without a list', async () => {
  const { incarnation } = await startAndStore()
  await expect.poll(() => server.openWatches, POLL).toBe(2)
  await abort()
  await expect.poll(() => server.openWatches, POLL).toBe(0)
  server.create(podOf('b'), pods)
  // No request to the object, so that only the alarm can start it.
  await expect.poll(() => requestsOf('watch'), POLL).toBe(2)
  await expect.poll(names, POLL).toEqual(['a', 'b'])
  expect((await send('status')).incarnation).not.toBe(incarnation)
  expect([requestsOf('list'), requestsOf('watch')]).toEqual([1, 2])
})

test('invariant 6: a change that was not stored before the eviction arrives again', async () => {
  await startAndStore()
  server.create(podOf('b'), pods)
  await expect.poll(names, POLL).toEqual(['a', 'b'])
  await abort()
  server.delete(podOf('a'), pods)
  await expect.poll(names, POLL).toEqual(['b'])
  expect(requestsOf('list')).toBe(1)
})

test('invariant 6: a server that was restored from a backup is noticed', async () => {
  for (let i = 0; i < 20; i++) server.create(podOf(`before-${i}`), pods)
  await worker.dispose()
  worker = startWorker({ IDLE_MS: 300 })
  await startAndStore()
  await expect.poll(async () => (await names()).length, POLL).toBe(21)
  const { port } = new URL(serving.url)
  await serving.close()
  const backup = createFakeApiserver({ clock: impatientClock })
  backup.create(podOf('from-backup'), pods)
  serving = await serve(backup, { port: Number(port) })
  await expect.poll(names, POLL).toEqual(['from-backup'])
})

test('invariant 7: after a stop there is no watch, request or alarm, and no alarm starts it again', async () => {
  await startAndStore()
  await expect.poll(() => server.openWatches, POLL).toBe(2)
  expect((await send('stop')).alarm).toBeNull()
  await expect.poll(() => server.openWatches, POLL).toBe(0)
  const requests = server.requests.length
  await evict()
  const { alarm, data } = await send('status')
  expect([alarm, data, server.requests.length]).toEqual([null, 'none', requests])
})

test('a later start resumes from what was stored; `erase` deletes it', async () => {
  await startAndStore()
  await send('stop')
  await evict()
  await send('start')
  await expect.poll(names, POLL).toEqual(['a'])
  expect(requestsOf('list')).toBe(1)
  await isStored('uid')
  const { tables } = await send('erase')
  expect(Object.values(tables).filter(rows => rows !== '[]')).toEqual([])
})

test('Secrets are not stored unless `persist` is set', async () => {
  const { tables } = await startAndStore().then(() => send('status'))
  expect(JSON.stringify(tables)).toContain('pods')
  expect(JSON.stringify(tables)).not.toMatch(/secrets|aHVudGVyMg/)
})
