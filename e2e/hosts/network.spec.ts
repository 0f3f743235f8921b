import { expect } from '@playwright/test'
import { showsServer, wasSteady } from './expectations.ts'
import { requires, test } from './fixtures.ts'
import { another, onNode } from './pods.ts'
import { watchesOf, wholeStates } from './requests.ts'

for (const host of ['shared', 'leader'] as const) {
  test(`a cut network causes no list, and no row disappears: ${host}`, async ({ tabs, startCluster }) => {
    const { server, link, pod } = await startCluster({ pods: 300 })
    const open = [await tabs.open({ host, identity: 'alice' }), await tabs.open({ host, identity: 'alice' })]
    for (const tab of open) await showsServer(tab, server)
    // A watch that ends within a second without an event is followed by a list, so this one gets an event.
    server.update(onNode(pod(0), 'changed-before-the-cut'))
    for (const tab of open) await showsServer(tab, server)

    await link.cut()
    for (const tab of open) {
      await expect.poll(async () => (await tab.shown()).link).toBe('retrying')
      expect((await tab.shown()).rows).toBe(300)
    }
    server.create(another(pod(0), 'created-while-offline'))
    server.delete(pod(1))
    await link.restore()
    for (const tab of open) {
      await showsServer(tab, server)
      await expect.poll(async () => (await tab.shown()).link).toBe('live')
      await wasSteady(tab)
    }
    expect(wholeStates(server)).toBe(1)
  })
}

test('a machine that is back online reconnects without waiting for the backoff', async ({
  tabs,
  startCluster,
  engine,
}) => {
  requires(engine, 'offline')
  const { server, link, pod } = await startCluster({ pods: 300 })
  const tab = await tabs.open({ host: 'dedicated', identity: 'alice' })
  await showsServer(tab, server)
  server.update(onNode(pod(0), 'changed-before'))
  await showsServer(tab, server)

  // No byte passes and no connection is closed: only a new watch can receive this update.
  link.hold()
  await tab.setOffline(true)
  server.update(onNode(pod(0), 'changed-while-offline'))
  const watches = watchesOf(server).length
  await link.cut()
  await link.restore()
  link.release()
  await tab.setOffline(false)
  await showsServer(tab, server)
  expect(watchesOf(server).length).toBeGreaterThan(watches)
  expect(wholeStates(server)).toBe(1)
  await wasSteady(tab)
})

test('a stalled connection is replaced when the tab wakes', async ({ tabs, startCluster, engine }) => {
  requires(engine, 'offline')
  const { server, link, pod } = await startCluster({ pods: 300 })
  const tab = await tabs.open({ host: 'shared', identity: 'alice' })
  await showsServer(tab, server)
  server.update(onNode(pod(0), 'changed-before'))
  await showsServer(tab, server)

  link.strand()
  server.update(onNode(pod(1), 'changed-on-the-other-side'))
  await tab.setOffline(true)
  await tab.setOffline(false)
  await showsServer(tab, server)
  expect(wholeStates(server)).toBe(1)
  await wasSteady(tab)
})
