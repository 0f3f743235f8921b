import { createKubeClient, createListWatch } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { afterEach, expect, test } from 'vitest'
import { type RelayRig, type RigOptions, startRelay, statusOf } from './test/relay-rig.ts'

let rig: RelayRig | undefined
afterEach(async () => {
  await rig?.stop()
  rig = undefined
})
const start = async (options?: RigOptions): Promise<RelayRig> => {
  rig = await startRelay(options)
  return rig
}

const ALL = '/api/v1/pods?resourceVersion=0'
const opened = async (response: Response) => response.body?.getReader()

test('a list that is not read breaks off after a minute, also one from a kept body', async () => {
  const world = await start({ budgets: { lists: 2 }, listMaxAgeMs: 600_000 })
  await (await world.get(ALL)).text()
  const first = await opened(await world.get(ALL))
  const other = await opened(await world.get(`${ALL}&fieldSelector=spec.nodeName%21%3Da`, { as: 'bob' }))
  expect((await statusOf(world.get(ALL)))[0]).toBe(429)
  await world.clock.advance(60_000)
  for (const reader of [first, other]) await expect(reader?.read()).rejects.toThrow()
  expect(JSON.parse(await (await world.get(ALL)).text()).items).toHaveLength(3)
  const cancelled = await opened(await world.get(ALL))
  await cancelled?.cancel()
  const stopped = await opened(await world.get(ALL))
  await world.stop()
  await expect(stopped?.read()).rejects.toThrow('stopped')
  expect(world.clock.pendingTimers).toBe(0)
})

test('a large list is not indented', async () => {
  const world = await start({ count: 300 })
  const text = await (await world.get(`${ALL}&pretty=1`)).text()
  expect(text.length).toBeGreaterThan(1024 * 1024)
  expect(text).toBe(await (await world.get(ALL)).text())
  const one = await (await world.get(`${ALL}&pretty=1&fieldSelector=metadata.name%3Da`)).text()
  expect(one).toContain('\n  "items": []')
})

test('the lists of our client share a body', async () => {
  const world = await start()
  const fetch = (url: string, init?: RequestInit) => world.relay.fetch(new Request(url, init))
  const client = createKubeClient({
    baseUrl: 'http://relay',
    fetch,
    getToken: () => 'token-of-alice',
    clock: world.clock,
  })
  const { list } = createListWatch(client, pods)
  const count = async () =>
    (await list({ resourceVersion: '0' }, { signal: AbortSignal.timeout(60_000) })).items.length
  expect(await count()).toBe(3)
  world.server.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'new', namespace: 'default' } })
  await world.clock.advance(1000)
  // A kept body may be five seconds old.
  expect(await count()).toBe(3)
})
