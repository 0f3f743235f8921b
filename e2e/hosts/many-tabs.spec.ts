import { expect } from '@playwright/test'
import { showsServer, wasSteady } from './expectations.ts'
import { test } from './fixtures.ts'
import { onNode } from './pods.ts'
import { wholeStates } from './requests.ts'
import type { Tab } from './tab.ts'

for (const host of ['shared', 'leader'] as const) {
  test(`ten tabs share one list and one watch per resource: ${host}`, async ({ tabs, startCluster }) => {
    const { server, pod } = await startCluster({ pods: 300 })
    const open: Tab[] = []
    for (let i = 0; i < 10; i++)
      open.push(await tabs.open({ host, identity: 'alice', follow: ['pods', 'configmaps'] }))
    for (const tab of open) await showsServer(tab, server)

    server.update(onNode(pod(0), 'node-from-the-test'))
    server.delete(pod(1))
    for (const tab of open) {
      await showsServer(tab, server)
      await wasSteady(tab)
    }
    expect(wholeStates(server, 'pods')).toBe(1)
    expect(wholeStates(server, 'configmaps')).toBe(1)
    expect(server.openWatches).toBe(2)
    expect((await open[0]?.status())?.host).toBe(host)
  })
}

test('tabs that open at the same time elect one leader', { tag: '@smoke' }, async ({
  tabs,
  startCluster,
}) => {
  const { server } = await startCluster({ pods: 300 })
  const opening = Array.from({ length: 5 }, () => tabs.open({ host: 'leader', identity: 'alice' }))
  const open = await Promise.all(opening)
  for (const tab of open) await showsServer(tab, server)
  const roles = await Promise.all(open.map(async tab => (await tab.status()).role))
  expect(roles.toSorted()).toEqual(['follower', 'follower', 'follower', 'follower', 'leader'])
  expect(wholeStates(server)).toBe(1)
  expect(server.openWatches).toBe(1)
})

test('tabs without an identity do not share a host', async ({ tabs, startCluster }) => {
  const { server } = await startCluster({ pods: 50 })
  const open = [await tabs.open({}), await tabs.open({})]
  for (const tab of open) {
    await showsServer(tab, server)
    expect((await tab.status()).host).toBe('dedicated')
    expect((await tab.status()).storage.state).toBe('off')
  }
  expect(wholeStates(server)).toBe(2)
})

test('a worker of another build rejects an old tab with a message', async ({ tabs, startCluster }) => {
  const { server } = await startCluster({ pods: 50 })
  const young = await tabs.open({ host: 'shared', identity: 'alice' })
  await showsServer(young, server)
  const old = await tabs.open({ host: 'shared', identity: 'alice', build: 'old' })
  await expect.poll(async () => (await old.status()).state).toBe('failed')
  expect((await old.status()).error).toMatch(/reload/i)
  await showsServer(young, server)
})

test('tabs of two builds elect one leader per build', async ({ tabs, startCluster }) => {
  const { server } = await startCluster({ pods: 50 })
  const young = await tabs.open({ host: 'leader', identity: 'alice' })
  const old = await tabs.open({ host: 'leader', identity: 'alice', build: 'old' })
  for (const tab of [young, old]) {
    await showsServer(tab, server)
    expect((await tab.status()).role).toBe('leader')
  }
})
