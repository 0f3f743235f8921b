import { expect } from '@playwright/test'
import { isKept, runningHosts, showsServer, wasSteady } from './expectations.ts'
import { requires, test } from './fixtures.ts'
import { another, onNode } from './pods.ts'
import { wholeStates } from './requests.ts'

test('a leading tab that freezes is preempted, and follows after it resumes', async ({
  tabs,
  startCluster,
  engine,
}) => {
  requires(engine, 'freeze')
  const { server, pod } = await startCluster({ pods: 300 })
  const leader = await tabs.open({ host: 'leader', identity: 'alice' })
  await showsServer(leader, server)
  await isKept(leader)
  const follower = await tabs.open({ host: 'leader', identity: 'alice' })
  await showsServer(follower, server)
  expect((await follower.status()).role).toBe('follower')

  await leader.freeze()
  server.create(another(pod(0), 'created-while-frozen'))
  server.delete(pod(1))
  await expect.poll(async () => (await follower.status()).role).toBe('leader')
  await showsServer(follower, server)

  await leader.thaw()
  server.update(onNode(pod(2), 'changed-after-the-resume'))
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

test('a frozen tab does not block other tabs from the shared worker, and catches up after it resumes', async ({
  tabs,
  startCluster,
  engine,
}) => {
  requires(engine, 'freeze')
  const { server, pod } = await startCluster({ pods: 300 })
  const [hidden, front] = [
    await tabs.open({ host: 'shared', identity: 'alice' }),
    await tabs.open({ host: 'shared', identity: 'alice' }),
  ]
  for (const tab of [hidden, front]) await showsServer(tab, server)
  await hidden.freeze()
  server.create(another(pod(0), 'created-while-frozen'))
  server.delete(pod(1))
  await showsServer(front, server)
  await hidden.thaw()
  await showsServer(hidden, server)
  for (const tab of [hidden, front]) {
    await wasSteady(tab)
    expect((await tab.status()).restarts).toBe(0)
  }
  expect(wholeStates(server)).toBe(1)
  expect(server.openWatches).toBe(1)
})

test('a frozen tab with a dedicated worker resumes its watch', async ({ tabs, startCluster, engine }) => {
  requires(engine, 'freeze')
  const { server, pod } = await startCluster({ pods: 300 })
  const frozen = await tabs.open({ host: 'dedicated', identity: 'alice' })
  await showsServer(frozen, server)
  const front = await tabs.open({ host: 'dedicated', identity: 'bob' })
  await showsServer(front, server)
  // A watch that ends within a second without an event is followed by a list, so this one gets an event.
  server.update(onNode(pod(0), 'changed-before'))
  for (const tab of [frozen, front]) await showsServer(tab, server)
  await frozen.freeze()
  // As after sleep: the connections are closed, and the worker is not notified.
  server.dropWatches()
  server.update(onNode(pod(0), 'changed-while-it-is-frozen'))
  await frozen.thaw()
  await showsServer(frozen, server)
  await wasSteady(frozen)
  expect((await frozen.status()).restarts).toBe(0)
  expect(wholeStates(server)).toBe(2)
})

for (const host of ['shared', 'leader', 'dedicated'] as const) {
  test(`the back/forward cache restores the page, which then shows the current state: ${host}`, async ({
    tabs,
    site,
    startCluster,
    engine,
  }) => {
    requires(engine, 'backForwardCache')
    const { server, pod } = await startCluster({ pods: 300 })
    const tab = await tabs.open({ host, identity: 'alice' })
    await showsServer(tab, server)
    await isKept(tab)
    await tab.leave(`${site.url}/elsewhere.html`)
    server.update(onNode(pod(0), 'changed-while-it-was-away'))
    server.delete(pod(1))
    await tab.back()
    await showsServer(tab, server)
    await wasSteady(tab)
    // No lock, channel or worker of the library prevents the back/forward cache.
    expect(await tab.evaluate(() => globalThis.tab.lifecycle)).toContain('pageshow kept')
    expect(await tab.status()).toMatchObject({ state: 'ready' })
    expect(wholeStates(server)).toBe(1)
  })
}

test('a tab in the back/forward cache does not keep another one from the disk', async ({
  tabs,
  site,
  startCluster,
  engine,
}) => {
  requires(engine, 'backForwardCache')
  const { server, link } = await startCluster({ pods: 300 })
  const left = await tabs.open({ host: 'dedicated', identity: 'alice' })
  await showsServer(left, server)
  await isKept(left)
  await left.leave(`${site.url}/elsewhere.html`)
  link.hold()
  const next = await tabs.open({ host: 'dedicated', identity: 'alice' })
  await expect.poll(() => next.shown()).toMatchObject({ rows: 300, data: 'cached' })
  link.release()
  await showsServer(next, server)
  await expect.poll(async () => (await next.status()).storage.state).toBe('on')
  expect(wholeStates(server)).toBe(1)
})
