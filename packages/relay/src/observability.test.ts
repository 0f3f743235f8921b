import { MetricRegistry } from '@kube-informer/core/metrics'
import { afterEach, expect, test } from 'vitest'
import { RelayRig, type RigOptions, startRelay } from './test/relay-rig.ts'
import { WatchReader } from './test/watch-reader.ts'

let rig: RelayRig | undefined
afterEach(async () => {
  await rig?.stop()
  rig = undefined
})

const start = async (options?: RigOptions): Promise<RelayRig> => {
  rig = await startRelay(options)
  return rig
}

const WATCH = '/api/v1/pods?watch=1&resourceVersion=0'
const text = async (response: Promise<Response>) => (await response).text()

/** The lines of a metric in the exposition of a relay, without its name. */
const linesOf = (world: RelayRig, name: string) =>
  world.relay
    .metrics()
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map(line => line.slice(name.length))

test('health endpoints need no credentials, and name the checks that fail', async () => {
  rig = new RelayRig()
  const ask = async (path: string) => {
    const response = await rig?.get(path, { as: '' })
    return [response?.status, await response?.text()]
  }
  expect(await ask('/livez')).toEqual([200, 'ok'])
  const pending =
    '[+]ping ok\n[-]informer-sync failed: reason withheld\n[+]upstream-pods ok\n[+]shutdown ok\nreadyz check failed\n'
  expect(await ask('/readyz')).toEqual([500, pending])
  await rig.clock.advance(0)
  expect(await ask('/readyz')).toEqual([200, 'ok'])
  await rig.stop()
  expect(await ask('/readyz/shutdown')).toEqual([500, 'internal server error: not healthy\n'])
  expect(await ask('/livez')).toEqual([200, 'ok'])
})

test('readyz names the collection whose upstream sends nothing for three minutes, until something arrives again', async () => {
  let isLost = false
  const lost = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const world = await start({
    wrap: fetch => async (url, init) => {
      if (isLost) return lost(init?.signal)
      const response = await fetch(url, init)
      const dropping = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          if (!isLost) controller.enqueue(chunk)
        },
      })
      return new Response(response.body?.pipeThrough(dropping) ?? null, response)
    },
  })
  const ask = async () => (await world.get('/readyz', { as: '' })).text()
  for (let minute = 0; minute < 20; minute++) await world.clock.advance(60_000)
  expect(await ask()).toBe('ok')
  isLost = true
  await world.clock.advance(120_000)
  expect(await ask()).toBe('ok')
  await world.clock.advance(120_000)
  expect(await ask()).toContain('[-]upstream-pods failed: reason withheld\n')
  isLost = false
  await world.clock.advance(120_000)
  expect(await ask()).toBe('ok')
})

test('metrics are for those who may read them', async () => {
  const world = await start()
  world.allows = ({ user, path }) => user === 'bob' && path === '/metrics'
  expect((await world.get('/metrics', { as: '' })).status).toBe(401)
  expect((await world.get('/metrics', { as: 'alice' })).status).toBe(403)
  const response = await world.get('/metrics', { as: 'bob' })
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect(await response.text()).toContain('relay_cache_objects{group="",version="v1",resource="pods"} 3\n')
})

test('requests, checks and events are counted; no label tells who read what', async () => {
  const world = await start()
  world.allows = ({ namespace }) => namespace !== 'private'
  await text(world.get('/api/v1/pods?resourceVersion=0'))
  await text(world.get('/api/v1/namespaces/private/pods/secret-name'))
  await text(world.get('/api/v1/secrets/secret-name', { as: 'mallory' }))
  const reader = new WatchReader(await world.get(WATCH))
  await world.clock.advance(100)
  expect(linesOf(world, 'apiserver_request_total')).toEqual([
    '{verb="GET",group="",version="",resource="",scope="",component="relay",code="401"} 1',
    '{verb="GET",group="",version="v1",resource="pods",scope="resource",component="relay",code="403"} 1',
    '{verb="LIST",group="",version="v1",resource="pods",scope="cluster",component="relay",code="200"} 1',
    '{verb="WATCH",group="",version="v1",resource="pods",scope="cluster",component="relay",code="200"} 1',
  ])
  expect(linesOf(world, 'authentication_attempts')).toEqual(['{result="failure"} 1', '{result="success"} 3'])
  expect(linesOf(world, 'authorization_attempts_total')).toEqual([
    '{result="allowed"} 2',
    '{result="denied"} 1',
  ])
  expect(linesOf(world, 'apiserver_watch_events_total')).toEqual([
    `{group="",version="v1",resource="pods"} ${reader.events.length}`,
  ])
  expect(reader.events.length).toBeGreaterThan(2)
  expect(linesOf(world, 'apiserver_longrunning_requests')).toEqual([
    '{verb="WATCH",group="",version="v1",resource="pods",component="relay"} 1',
  ])
  expect(linesOf(world, 'apiserver_current_inflight_requests')).toEqual(['{request_kind="readOnly"} 0'])
  expect(world.relay.metrics()).not.toMatch(/secret|private|alice|mallory|token/)
  await reader.cancel()
})

test('watches that lose their access are counted by reason', async () => {
  const world = await start({ recheckMs: 1000 })
  const readers = await Promise.all([world.get(WATCH, { as: 'alice' }), world.get(WATCH, { as: 'bob' })])
  const watching = readers.map(response => new WatchReader(response))
  world.allows = ({ user }) => user !== 'alice'
  world.users.delete('bob')
  await world.clock.advance(120_000)
  await Promise.all(watching.map(({ done }) => done))
  expect(linesOf(world, 'relay_revoked_watches_total').toSorted()).toEqual([
    '{reason="denied"} 1',
    '{reason="unknown"} 1',
  ])
})

test('a registry may have other metrics, too', async () => {
  const registry = new MetricRegistry()
  registry.counter({ name: 'own_total', help: 'Own.' }).with({}).add(5)
  const world = await start({ registry })
  expect(linesOf(world, 'own_total')).toEqual([' 5'])
})
