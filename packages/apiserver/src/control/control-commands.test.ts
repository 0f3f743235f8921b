import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, pod } from '../test/fixtures.ts'
import { controlHandler } from './control-handler.ts'

let clock: FakeClock
let server: FakeApiserver
let handle: ReturnType<typeof controlHandler>
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock })
  handle = controlHandler(server)
})

async function command(method: string, path: string, body?: unknown): Promise<unknown> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await handle(new Request(`http://fake/_fake/${path}`, init))
  return response?.status === 200 ? response.json() : response?.status
}
const statusOf = async () => (await command('GET', 'status')) as { churn: number; faults: object }

test('churn has the given rate, until it is 0', async () => {
  for (let index = 0; index < 3; index++) server.create(pod(`p${index}`))
  const { rv } = server
  expect(await statusOf()).toMatchObject({ churn: 0 })
  expect(await command('POST', 'churn', { perSecond: 20 })).toEqual({ perSecond: 20 })
  expect(await statusOf()).toMatchObject({ churn: 20 })
  await clock.advance(2_000)
  const after = server.rv
  expect(Number(after)).toBeGreaterThan(Number(rv))
  expect(await command('POST', 'churn', { perSecond: 0 })).toEqual({ perSecond: 0 })
  expect(await statusOf()).toMatchObject({ churn: 0 })
  await clock.advance(2_000)
  expect(server.rv).toBe(after)
  expect(await command('POST', 'churn', { perSecond: 'x' })).toBe(400)
})

test('a compaction forgets the history of watches, unless it keeps it', async () => {
  server.create(pod('a'))
  const { rv } = server
  server.create(pod('b'))
  const startsAt = async () => {
    const response = await server.fetch(`/api/v1/pods?watch=1&resourceVersion=${rv}`)
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    return JSON.parse(new TextDecoder().decode(value).split('\n')[0] ?? '').type
  }
  await command('POST', 'compact', { keepsWatchHistory: true })
  expect(await startsAt()).toBe('ADDED')
  await command('POST', 'compact', {})
  expect(await startsAt()).toBe('ERROR')
})

test('requests are listed by all members of the query', async () => {
  await getJson(server, '/api/v1/pods')
  await getJson(server, '/api/v1/nodes')
  const listed = async (query: string) => ((await command('GET', `requests${query}`)) as object[]).length
  expect([
    await listed(''),
    await listed('?resource=pods'),
    await listed('?resource=pods&method=POST'),
  ]).toEqual([2, 1, 0])
})

test('a script, its faults and rules end on request', async () => {
  const faults = async () => (await statusOf()).faults
  const none = { rules: [], strikes: [], script: false }
  expect(await faults()).toEqual(none)
  const steps = [
    { atMs: 0, fault: { type: 'notReady', resource: 'pods', forMs: 60_000 } },
    { atMs: 1e6, fault: { type: 'relist' } },
  ]
  const rule = { action: { type: 'drop' }, times: 5 }
  for (const end of ['script', 'all']) {
    await command('POST', 'script', { steps })
    await command('POST', 'faults', rule)
    await clock.advance(10)
    expect(await faults()).toMatchObject({ script: true, rules: [rule] })
    await command('DELETE', end)
    await command('DELETE', 'faults')
    expect([await faults(), clock.pendingTimers]).toEqual([none, 0])
  }
  expect((await server.fetch('/api/v1/pods')).status).toBe(200)
})
