import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { createChurn } from '../churn/churn.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { createPodResizer } from '../workloads/pod-resizer.ts'
import { type ControlHandler, controlHandler } from './control-handler.ts'

let clock: FakeClock
let server: FakeApiserver
let handle: ControlHandler
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock })
  handle = controlHandler(server, {
    churn: createChurn(server, { perSecond: 5 }),
    pods: createPodResizer(server, { count: 0 }),
  })
})

async function send(method: string, control: string, body?: unknown) {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await handle(new Request(`http://fake/_fake/${control}`, init))
  return { code: response?.status, body: await response?.json() }
}
const status = async () => (await send('GET', 'status')).body

test('status counts the requests of the last seconds by kind and code', async () => {
  await server.fetch('/api/v1/pods')
  await clock.advance(9000)
  await server.fetch('/api/v1/pods')
  await server.fetch('/api/v1/namespaces/default/pods/nosuch')
  expect((await status()).recent).toEqual({
    seconds: 10,
    kinds: { list: 2, get: 1 },
    codes: { 200: 2, 404: 1 },
  })
  await clock.advance(2000)
  expect((await status()).recent.kinds).toEqual({ list: 1, get: 1 })
})

test('status lists rules with what is left of them, strikes and a script', async () => {
  const rule = {
    match: { resource: 'pods' },
    times: 2,
    action: { type: 'status', code: 429, retryAfterSeconds: 1 },
  }
  await send('POST', 'faults', rule)
  await send('POST', 'strike', { type: 'stallWatchCache', resource: 'pods' })
  await send('POST', 'strike', { type: 'dropWatches' })
  await send('POST', 'script', { steps: [{ atMs: 5000, fault: { type: 'relist' } }] })
  await server.fetch('/api/v1/pods')
  expect((await status()).faults).toEqual({
    rules: [{ ...rule, times: 1 }],
    strikes: [{ type: 'stallWatchCache', resource: 'pods' }],
    script: true,
  })
  await clock.advance(6000)
  expect((await status()).faults.script).toBe(false)
})

test('a strike ends after its time', async () => {
  await send('POST', 'strike', { type: 'notReady', resource: 'pods', forMs: 3000 })
  expect((await server.fetch('/api/v1/pods?watch=1')).status).toBe(429)
  await clock.advance(3000)
  expect((await server.fetch('/api/v1/pods?resourceVersion=0')).status).toBe(200)
  expect((await status()).faults.strikes).toEqual([])
})

test('DELETE all ends rules, strikes and the script', async () => {
  await send('POST', 'faults', { action: { type: 'drop' } })
  await send('POST', 'strike', { type: 'notReady', resource: 'pods', forMs: 60_000 })
  await send('POST', 'script', { steps: [{ atMs: 5000, fault: { type: 'relist' } }] })
  await send('DELETE', 'all')
  expect((await status()).faults).toEqual({ rules: [], strikes: [], script: false })
  expect((await server.fetch('/api/v1/pods?resourceVersion=0')).status).toBe(200)
  expect(clock.pendingTimers).toBe(0)
})

test('POST pods resizes, and status shows the progress', async () => {
  expect((await send('POST', 'pods', { count: 1000 })).body).toEqual({ count: 0, target: 1000 })
  expect((await status()).pods).toEqual({ count: 0, target: 1000, isRunning: true })
  await clock.advance(1000)
  expect((await status()).pods).toEqual({ count: 1000, target: 1000, isRunning: false })
  expect(await send('POST', 'pods', {})).toMatchObject({ code: 400 })
  expect(await send('POST', 'pods', { count: 1e9 })).toMatchObject({ code: 400 })
})

test('without a resizer there is no such control', async () => {
  handle = controlHandler(server)
  expect((await send('POST', 'pods', { count: 1 })).code).toBe(404)
  expect(await status()).not.toHaveProperty('pods')
})
