import { expect } from '@playwright/test'
import { isKept, runningHosts, showsServer, wasSteady } from './expectations.ts'
import { test } from './fixtures.ts'
import { another, onNode } from './pods.ts'
import { wholeStates } from './requests.ts'

/** Longer than every timeout of a tab. A host that cannot be terminated resumes afterwards. */
const HANGS_MS = 25_000

for (const host of ['dedicated', 'leader', 'shared'] as const) {
  test(`no row disappears when a worker hangs: ${host}`, async ({ tabs, startCluster }) => {
    const { server, pod } = await startCluster({ pods: 300 })
    const tab = await tabs.open({ host, identity: 'alice' })
    await showsServer(tab, server)
    await isKept(tab)
    await tab.evaluate(ms => globalThis.tab.hangWorkers(ms), HANGS_MS)
    server.create(another(pod(0), 'created-during-the-hang'))
    await expect.poll(async () => (await tab.status()).restarts).toBeGreaterThan(0)
    await showsServer(tab, server)
    await wasSteady(tab)
    expect(await tab.status()).toMatchObject({ state: 'ready' })
    expect(wholeStates(server)).toBe(1)
    await expect.poll(() => runningHosts(tab)).toBe(1)
    await expect.poll(() => server.openWatches).toBe(1)
  })
}

test('a leading tab whose page and worker hang is preempted and follows afterwards', async ({
  tabs,
  startCluster,
}) => {
  const { server, pod } = await startCluster({ pods: 300 })
  const leader = await tabs.open({ host: 'leader', identity: 'alice' })
  await showsServer(leader, server)
  await isKept(leader)
  const follower = await tabs.open({ host: 'leader', identity: 'alice' })
  await showsServer(follower, server)

  // As with a stopped process: it receives nothing and cannot release its locks.
  await leader.evaluate(ms => globalThis.tab.hangWorkers(ms), HANGS_MS)
  const goOn = await leader.hang()
  server.create(another(pod(0), 'created-during-the-hang'))
  server.delete(pod(1))
  await expect.poll(async () => (await follower.status()).role).toBe('leader')
  await showsServer(follower, server)

  await goOn()
  server.update(onNode(pod(2), 'changed-afterwards'))
  await expect.poll(async () => (await leader.status()).role).toBe('follower')
  for (const tab of [leader, follower]) {
    await showsServer(tab, server)
    await wasSteady(tab)
  }
  expect((await follower.status()).role).toBe('leader')
  expect(wholeStates(server)).toBe(1)
  await expect.poll(() => runningHosts(follower)).toBe(1)
  await expect.poll(() => server.openWatches).toBe(1)
})
