import { expect } from '@playwright/test'
import type { Ability } from '../../tools/engines/engine-browser.ts'
import { isKept, runningHosts, showsServer, wasSteady } from './expectations.ts'
import { type Cluster, requires, type Tabs, test } from './fixtures.ts'
import { another, onNode } from './pods.ts'
import { wholeStates } from './requests.ts'
import type { Tab } from './tab.ts'
import type { TabOptions } from './tab-options.ts'

/** A way in which the tabs' host can end. */
interface Death {
  readonly title: string
  readonly host: NonNullable<TabOptions['host']>
  /** @param first the tab that was opened first: with the host `leader`, the one with the worker */
  readonly happensTo: (first: Tab) => Promise<unknown>
  /** Whether the first tab remains open. */
  readonly firstStays: boolean
  readonly requires?: Ability
}

const killWorker = (tab: Tab): Promise<boolean> => tab.evaluate(() => globalThis.tab.killWorker())

const DEATHS: readonly Death[] = [
  { title: 'the leading tab is closed', host: 'leader', happensTo: tab => tab.close(), firstStays: false },
  {
    title: "the leading tab's process crashes",
    host: 'leader',
    happensTo: tab => tab.crash(),
    firstStays: false,
    requires: 'isolatedCrash',
  },
  { title: "the leading tab's worker is killed", host: 'leader', happensTo: killWorker, firstStays: true },
  { title: 'a dedicated worker is killed', host: 'dedicated', happensTo: killWorker, firstStays: true },
  {
    title: 'the shared worker is killed',
    host: 'shared',
    happensTo: tab => tab.killSharedWorkers(),
    firstStays: true,
    requires: 'killSharedWorkers',
  },
]

/** Three tabs (one if hosts are dedicated) that show the server's state and have stored it on disk. */
async function settledTabs(tabs: Tabs, { server }: Cluster, host: Death['host']): Promise<Tab[]> {
  const open: Tab[] = []
  for (let i = 0; i < (host === 'dedicated' ? 1 : 3); i++)
    open.push(await tabs.open({ host, identity: 'alice' }))
  for (const tab of open) {
    await showsServer(tab, server)
    await isKept(tab)
  }
  return open
}

for (const { title, host, happensTo, firstStays, requires: ability } of DEATHS) {
  test(`${title}: no row disappears, and the next host does not list`, async ({
    tabs,
    startCluster,
    engine,
  }) => {
    if (ability) requires(engine, ability)
    const cluster = await startCluster({ pods: 300 })
    const { server, pod } = cluster
    const open = await settledTabs(tabs, cluster, host)
    const [first, ...others] = open
    if (!first) throw new Error('no tab was opened')
    const living = firstStays ? open : others

    // The tabs show it, but it is not on disk yet when the host ends.
    server.create(another(pod(0), 'created-before-the-kill'))
    server.delete(pod(1))
    for (const tab of open) await showsServer(tab, server)
    await happensTo(first)
    server.update(onNode(pod(2), 'changed-without-a-watch'))

    for (const tab of living) {
      await showsServer(tab, server)
      await wasSteady(tab)
      expect(await tab.status()).toMatchObject({ state: 'ready', restarts: 1 })
    }
    expect(wholeStates(server)).toBe(1)
    await expect.poll(() => server.openWatches).toBe(1)
    for (const tab of living.slice(0, 1)) await expect.poll(() => runningHosts(tab)).toBe(1)
    if (host !== 'leader') return
    const roles = await Promise.all(living.map(async tab => (await tab.status()).role))
    expect(roles.filter(role => role === 'leader')).toHaveLength(1)
  })
}

test('leaders end one after the other, and the last tab still shows all rows', { tag: '@smoke' }, async ({
  tabs,
  startCluster,
}) => {
  const cluster = await startCluster({ pods: 300 })
  const { server, pod } = cluster
  const open = await settledTabs(tabs, cluster, 'leader')
  for (const [index, tab] of open.slice(0, -1).entries()) {
    await tab.close()
    server.create(another(pod(index), `created-after-kill-${index}`))
    for (const other of open.slice(index + 1)) await showsServer(other, server)
  }
  const last = open.at(-1)
  if (!last) throw new Error('no tab was opened')
  await wasSteady(last)
  expect((await last.status()).role).toBe('leader')
  expect(wholeStates(server)).toBe(1)
})
