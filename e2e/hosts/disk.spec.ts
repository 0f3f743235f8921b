import { expect } from '@playwright/test'
import { isKept, showsServer, wasSteady } from './expectations.ts'
import { type Cluster, type Tabs, test } from './fixtures.ts'
import { another } from './pods.ts'
import { heldRequests, wholeStates } from './requests.ts'
import type { Tab } from './tab.ts'
import type { TabOptions } from './tab-options.ts'

const HOSTS = ['dedicated', 'shared', 'leader'] as const

/** Opens a tab, and waits until it shows the server's state and has stored it on disk. */
async function keptTab(
  tabs: Tabs,
  { server }: Cluster,
  host: TabOptions['host'] = 'dedicated',
): Promise<Tab> {
  const tab = await tabs.open({ host, identity: 'alice' })
  await showsServer(tab, server)
  await isKept(tab)
  return tab
}

for (const host of HOSTS) {
  test(`a reload shows all rows before the first response, and does not list: ${host}`, async ({
    tabs,
    startCluster,
  }) => {
    const cluster = await startCluster({ pods: 500 })
    const { server, link, pod } = cluster
    const tab = await keptTab(tabs, cluster, host)
    link.hold()
    server.create(another(pod(0), 'created-during-the-reload'))
    server.delete(pod(1))
    await tab.reload()

    await expect.poll(() => tab.shown()).toMatchObject({ rows: 500, data: 'cached' })
    await expect.poll(() => heldRequests(link).length).toBeGreaterThan(0)
    expect(heldRequests(link).filter(({ isWhole }) => isWhole)).toEqual([])

    link.release()
    await showsServer(tab, server)
    await expect.poll(() => tab.shown()).toMatchObject({ data: 'complete', link: 'live' })
    await wasSteady(tab)
    expect(wholeStates(server)).toBe(1)
  })
}

test('an expired resourceVersion causes one relist, and no row disappears', async ({
  tabs,
  startCluster,
}) => {
  const cluster = await startCluster({ pods: 500 })
  const { server, link, pod } = cluster
  const tab = await keptTab(tabs, cluster)
  link.hold()
  server.create(another(pod(0), 'created-before-the-compaction'))
  server.delete(pod(1))
  server.relist()
  await tab.reload()
  await expect.poll(() => tab.shown()).toMatchObject({ rows: 500, data: 'cached' })
  link.release()
  await showsServer(tab, server)
  await expect.poll(() => tab.shown()).toMatchObject({ rows: 500, data: 'complete', link: 'live' })
  await wasSteady(tab)
  expect(wholeStates(server)).toBe(2)
})

test('identities do not share rows', async ({ tabs, startCluster }) => {
  const cluster = await startCluster({ pods: 300 })
  const { server, link } = cluster
  await keptTab(tabs, cluster, 'shared')
  link.hold()
  const bob = await tabs.open({ host: 'shared', identity: 'bob' })
  await expect.poll(() => heldRequests(link).filter(({ isWhole }) => isWhole).length).toBe(1)
  expect(await bob.shown()).toMatchObject({ rows: 0, data: 'none' })
  link.release()
  await showsServer(bob, server)
  expect((await bob.shown()).history.filter(entry => entry.startsWith('cached'))).toEqual([])
  expect(wholeStates(server)).toBe(2)
})

test('a restarted browser shows all rows from disk', { tag: '@smoke' }, async ({ tabs, startCluster }) => {
  const cluster = await startCluster({ pods: 300 })
  const { server, link } = cluster
  await keptTab(tabs, cluster, 'leader')
  await tabs.restartBrowser()
  link.hold()
  const tab = await tabs.open({ host: 'leader', identity: 'alice' })
  await expect.poll(() => tab.shown()).toMatchObject({ rows: 300, data: 'cached' })
  link.release()
  await showsServer(tab, server)
  expect(wholeStates(server)).toBe(1)
})
