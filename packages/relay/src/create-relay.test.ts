import { pods } from '@kube-informer/testing'
import { afterEach, expect, test } from 'vitest'
import type { RelayOptions } from './api/relay-options.ts'
import { type RelayRig, startRelay, WatchReader } from './test/relay-rig.ts'

let rig: RelayRig | undefined
afterEach(async () => {
  await rig?.stop()
  expect(rig?.clock.pendingTimers).toBe(0)
  expect(rig?.server.openWatches).toBe(0)
  rig = undefined
})

const start = async (options?: Parameters<typeof startRelay>[0]): Promise<RelayRig> => {
  rig = await startRelay(options)
  return rig
}
const PODS = '/api/v1/pods'
const code = async (response: Promise<Response>) => {
  const { status } = await response
  const body = (await (await response).json()) as { kind: string; code: number; message: string }
  expect(body).toMatchObject({ kind: 'Status', code: status })
  return [status, body.message] as const
}

test('a list, a get and a watch are those of the upstream', async () => {
  const { get, server, clock } = await start()
  const upstream = await (await server.fetch(`http://x${PODS}`)).text()
  for (const query of ['', '?resourceVersion=0'])
    expect(await (await get(PODS + query)).text()).toBe(upstream)
  const { items, metadata } = JSON.parse(upstream)
  const { namespace, name } = items[0].metadata
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`
  expect(await (await get(path)).text()).toBe(await (await server.fetch(`http://x${path}`)).text())

  const watch = new WatchReader(await get(`${PODS}?watch=1&resourceVersion=${metadata.resourceVersion}`))
  server.delete(items[0], pods)
  await clock.advance(49)
  expect(watch.lines).toEqual([])
  await clock.advance(1)
  expect(watch.lines).toEqual([`DELETED ${name}`])
  await watch.cancel()
})

test('a reader without valid credentials receives a 401, one without access a 403', async () => {
  const { get } = await start()
  expect(await code(get(PODS, { token: 'unknown' }))).toEqual([401, 'Unauthorized'])
  expect(await code(get(PODS, { token: '' }))).toEqual([401, 'Unauthorized'])
  if (rig) rig.allows = (_user, _verb, namespace) => namespace === 'a'
  expect(await code(get(PODS))).toEqual([
    403,
    'pods is forbidden: User "alice" cannot list resource "pods" in API group "" at the cluster scope',
  ])
  expect((await get('/api/v1/namespaces/a/pods')).status).toBe(200)
})

test('a revoked reader is cut off with an ERROR event at the next check', async () => {
  const { get, clock, users } = await start()
  const watch = new WatchReader(await get(`${PODS}?watch=1&resourceVersion=0`))
  await clock.advance(59_000)
  expect([watch.lines.length, watch.isOver]).toEqual([3, false])
  if (rig) rig.allows = () => false
  await clock.advance(1000)
  expect([watch.lines.at(-1), watch.isOver]).toEqual(['ERROR 403', true])

  if (rig) rig.allows = () => true
  const other = new WatchReader(await get(`${PODS}?watch=1`))
  users.clear()
  await clock.advance(60_000)
  expect([other.lines.at(-1), other.isOver]).toEqual(['ERROR 401', true])
})

test('a watch ends when the credentials expire', async () => {
  const authenticate: RelayOptions['authenticate'] = async () => ({
    username: 'alice',
    expiresAt: Date.UTC(2026, 0, 1) + 5000,
  })
  const { get, clock } = await start({ authenticate })
  const watch = new WatchReader(await get(`${PODS}?watch=1&resourceVersion=0`))
  await clock.advance(4999)
  expect(watch.isOver).toBe(false)
  await clock.advance(1)
  expect([watch.lines.at(-1), watch.isOver]).toEqual(['ERROR 401', true])
  expect(await code(get(PODS))).toEqual([401, 'Unauthorized'])
})

test('other requests are refused, or passed on with the token of the reader only', async () => {
  const { get } = await start()
  expect((await code(get('/api/v1/nodes')))[0]).toBe(404)
  expect((await code(get(PODS, { method: 'POST', body: '{}' })))[0]).toBe(405)
  await rig?.stop()

  const seen: Request[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    seen.push(new Request(url, init))
    return new Response('log', { headers: { Connection: 'X-Hop', 'X-Hop': '1', 'X-Kept': '1' } })
  }
  const passing = await start({ others: { baseUrl: 'http://upstream/root/', fetch } })
  const headers = { Cookie: 'session=1', 'Keep-Alive': '1', 'X-Mine': '1' }
  const response = await passing.get('/api/v1/namespaces/a/pods/p/log?follow=true', { headers })
  expect([await response.text(), response.headers.has('X-Hop'), response.headers.has('X-Kept')]).toEqual([
    'log',
    false,
    true,
  ])
  expect(seen.map(({ url }) => url)).toEqual([
    'http://upstream/root/api/v1/namespaces/a/pods/p/log?follow=true',
  ])
  expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
    authorization: 'Bearer alice-token',
    'x-mine': '1',
  })
})
