import { expect } from '@playwright/test'
import { isKept, showsServer } from './expectations.ts'
import { requires, test } from './fixtures.ts'
import { heldRequests, wholeStates } from './requests.ts'
import type { Tab } from './tab.ts'

for (const host of ['shared', 'leader', 'dedicated'] as const) {
  test(`signing out in one tab clears the other tabs and the disk: ${host}`, async ({
    tabs,
    startCluster,
  }) => {
    const { server, link } = await startCluster({ pods: 300 })
    const first = await tabs.open({ host, identity: 'alice' })
    await showsServer(first, server)
    await isKept(first)
    const second = await tabs.open({ host, identity: 'alice' })
    const bob = await tabs.open({ host, identity: 'bob' })
    for (const tab of [second, bob]) await showsServer(tab, server)

    await first.evaluate(() => globalThis.tab.signOut())
    for (const tab of [first, second]) {
      await expect.poll(async () => (await tab.status()).state).toBe('signedOut')
      expect((await tab.shown()).rows).toBe(0)
    }
    // If the signed-out tab was the leader, bob's tab takes over.
    await expect.poll(async () => (await bob.status()).state).toBe('ready')
    await showsServer(bob, server)
    await expect.poll(() => server.openWatches).toBe(1)

    const lists = wholeStates(server)
    link.hold()
    await second.reload()
    // After signing in again the cache is empty, so the first request is for an initial list.
    await expect.poll(() => heldRequests(link).some(({ isWhole }) => isWhole)).toBe(true)
    expect(await second.shown()).toMatchObject({ rows: 0, data: 'none' })
    link.release()
    await showsServer(second, server)
    expect(wholeStates(server)).toBe(lists + 1)
  })
}

test('a frozen tab detects the sign-out after it resumes, and writes nothing back', async ({
  tabs,
  startCluster,
  engine,
}) => {
  requires(engine, 'freeze')
  const { server, link } = await startCluster({ pods: 300 })
  const frozen = await tabs.open({ host: 'dedicated', identity: 'alice' })
  await showsServer(frozen, server)
  await isKept(frozen)
  const front = await tabs.open({ host: 'dedicated', identity: 'alice' })
  await showsServer(front, server)
  await frozen.freeze()
  await front.evaluate(() => globalThis.tab.signOut())
  await frozen.thaw()
  await expect.poll(async () => (await frozen.status()).state).toBe('signedOut')
  expect((await frozen.shown()).rows).toBe(0)
  await expect.poll(() => server.openWatches).toBe(0)

  link.hold()
  await front.reload()
  await expect.poll(() => heldRequests(link).some(({ isWhole }) => isWhole)).toBe(true)
  expect(await front.shown()).toMatchObject({ rows: 0, data: 'none' })
  link.release()
})

/** The names of the origin's databases. */
const databases = (tab: Tab): Promise<(string | undefined)[]> =>
  tab.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

test('a build without persistence deletes what the earlier build stored, and signing out checks it', async ({
  tabs,
  startCluster,
}) => {
  const { server } = await startCluster({ pods: 300 })
  const before = await tabs.open({ host: 'dedicated', identity: 'alice' })
  await showsServer(before, server)
  await isKept(before)
  expect(await databases(before)).toEqual(['kube-informer'])
  await before.close()

  const tab = await tabs.open({ host: 'dedicated', identity: 'alice', build: 'no-disk' })
  await expect.poll(() => databases(tab)).toEqual([])
  await showsServer(tab, server)
  expect((await tab.status()).storage).toEqual({ state: 'off', reason: 'persistence is disabled' })
  // A tab that does not close the database, as the browser does once nothing refers to it.
  await tab.evaluate(
    () =>
      new Promise<void>(resolve => {
        indexedDB.open('kube-informer').onsuccess = opened => {
          Object.assign(globalThis, { opened })
          resolve()
        }
      }),
  )
  const failure = await tab.evaluate(() => globalThis.tab.signOut().catch((error: Error) => error.message))
  expect(failure).toMatch(/the database kube-informer .* could not be deleted: it is open in another tab/)
})
