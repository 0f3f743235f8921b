import { compareResourceVersions, type Fetch, sleep } from '@kube-informer/core'
import { createFakeLocks, FakeClock, type FakeLockAgent, pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Scope, Subscription } from '../api/subscription.ts'
import type { DiskCollection, SnapshotDisk } from '../persistence/snapshot-disk.ts'
import { hostRig, type TestPage } from '../test/host-rig.ts'
import { createTestServer, pod } from '../test/informers.ts'
import { memoryDisk } from '../test/memory-disk.ts'
import type { HelloMessage } from '../wire/protocol.ts'

const RUNS = process.env.LONG ? 2_000 : 100
const IDENTITIES = ['alice', 'bob', undefined]
const NAMES = ['a', 'b', 'c', 'new']
const SCOPES: readonly Scope[] = [
  {},
  { namespace: 'default' },
  { namespace: 'kube-system' },
  { namespace: 'default', fieldSelector: 'metadata.name!=a' },
]

type Step =
  | { readonly type: 'open'; readonly identity: string | undefined }
  | { readonly type: 'goodbye' | 'die' | 'signOut' | 'freeze' | 'wake'; readonly page: number }
  | { readonly type: 'subscribe' | 'unsubscribe'; readonly page: number; readonly scope: number }
  | { readonly type: 'put' | 'remove'; readonly namespace: string; readonly name: string }
  | { readonly type: 'dropWatches' | 'relist' | 'newToken' | 'crash' }
  | { readonly type: 'advance'; readonly ms: number }

const page = fc.nat(5)
const step = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
const typeOf = <T extends Step['type']>(...types: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...types)

const steps = fc.array(
  fc.oneof(
    step(3, fc.record({ type: typeOf('open'), identity: fc.constantFrom(...IDENTITIES) })),
    step(1, fc.record({ type: typeOf('goodbye', 'die', 'signOut', 'freeze', 'wake'), page })),
    step(4, fc.record({ type: typeOf('subscribe', 'unsubscribe'), page, scope: fc.nat(SCOPES.length - 1) })),
    step(
      3,
      fc.record({
        type: typeOf('put', 'remove'),
        namespace: fc.constantFrom('default', 'kube-system'),
        name: fc.constantFrom(...NAMES),
      }),
    ),
    step(2, fc.record({ type: typeOf('dropWatches', 'relist', 'newToken', 'crash') })),
    step(2, fc.record({ type: typeOf('advance'), ms: fc.constantFrom(0, 100, 5_000, 40_000) })),
  ),
  { maxLength: 40, size: 'max' },
)

/** A tab of a history, with the scopes that it shows at the end. */
interface Tab {
  readonly page: TestPage
  readonly hello: Partial<HelloMessage>
  readonly identity: string | undefined
  readonly agent: FakeLockAgent
  readonly scopes: Set<number>
  /** The number of messages that it had received when it was signed out. */
  signedOutAt?: number
}

const podsIn = (scope: number): Subscription => ({ resource: 'pods', scope: SCOPES[scope] })

/** The disk of one host. It rejects the host's writes once the host has crashed. */
function crashableDisk(inner: SnapshotDisk): { readonly disk: SnapshotDisk; crash(): void } {
  const open: DiskCollection[] = []
  let hasCrashed = false
  const disk: SnapshotDisk = {
    ...inner,
    collection(address) {
      const collection = inner.collection(address)
      open.push(collection)
      return {
        ...collection,
        save: async (change, signal) => (hasCrashed ? 'not-owner' : collection.save(change, signal)),
        firstPaint: {
          ...collection.firstPaint,
          save: async (key, snapshot) => (hasCrashed ? undefined : collection.firstPaint.save(key, snapshot)),
        },
      }
    },
  }
  return {
    disk,
    crash() {
      hasCrashed = true
      for (const collection of open) collection.release()
    },
  }
}

/** Expects that no row of a slice became older, and that no removed row came back unchanged. */
function expectNoOlderRows(shown: TestPage, id: number): void {
  const newest = new Map<string, string>()
  const removed = new Set<string>()
  let before: readonly string[] = []
  for (const { rows } of shown.histories.get(id) ?? []) {
    for (const row of before) if (!rows.includes(row)) removed.add(row)
    for (const row of rows) {
      const [key = '', resourceVersion = ''] = row.split('@')
      expect(removed.has(row), `${row} was removed and came back`).toBe(false)
      expect(
        compareResourceVersions(resourceVersion, newest.get(key) ?? resourceVersion),
      ).toBeGreaterThanOrEqual(0)
      newest.set(key, resourceVersion)
    }
    before = rows
  }
}

function world() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const disk = memoryDisk()
  const locks = createFakeLocks()
  /** Requests take 50 ms, so that the rows on disk load first. */
  const fetch: Fetch = async (url, init) => {
    await sleep(clock, 50, init?.signal ?? undefined)
    return server.fetch(url, init)
  }
  const start = () => {
    const hostDisk = crashableDisk(disk)
    return {
      ...hostRig({ clock, server, fetch, disk: hostDisk.disk, locks: locks.agent() }),
      crashDisk: hostDisk.crash,
    }
  }
  let rig = start()
  const openTabs: Tab[] = []
  const signedOut: Tab[] = []
  /** The identities that have signed out and not signed in again. */
  const erased = new Set<string>()
  let tabs = 0
  const leave = (tab: Tab) => openTabs.splice(openTabs.indexOf(tab), 1)

  function openTab(identity: string | undefined): void {
    const lock = `tab-${tabs++}`
    const agent = locks.agent()
    void agent.request(lock, {}, () => new Promise(() => {})).catch(() => {})
    if (identity) erased.delete(identity)
    const hello = { lock, ...(identity && { identity }) }
    openTabs.push({ page: rig.open(hello), hello, identity, agent, scopes: new Set() })
  }

  /** The host crashes at any point, and the next one takes over. */
  function crash(): void {
    const { host, crashDisk } = rig
    rig = start()
    for (const { page: tab, hello, scopes } of openTabs) {
      rig.greet(tab, hello)
      for (const id of scopes) tab.subscribe(id, podsIn(id), tab.shows(id)?.resourceVersion)
    }
    crashDisk()
    host.close()
  }

  function signOut(tab: Tab): void {
    tab.page.post({ type: 'signOut' })
    if (tab.identity) erased.add(tab.identity)
    const others =
      tab.identity === undefined ? [tab] : openTabs.filter(({ identity }) => identity === tab.identity)
    for (const other of others) {
      leave(other)
      signedOut.push(other)
    }
  }

  function ofTab(step: Extract<Step, { page: number }>): void {
    const tab = openTabs[step.page % openTabs.length]
    if (!tab) return
    switch (step.type) {
      case 'goodbye':
        tab.page.post({ type: 'goodbye' })
        leave(tab)
        break
      case 'die':
        tab.agent.die()
        leave(tab)
        break
      case 'freeze':
        // Its tokens only; the host can request one from another tab.
        tab.page.answer = 'silence'
        break
      case 'wake':
        tab.page.post({ type: 'wake' })
        break
      case 'signOut':
        signOut(tab)
        break
      case 'subscribe':
        if (tab.scopes.has(step.scope)) break
        tab.scopes.add(step.scope)
        tab.page.subscribe(step.scope, podsIn(step.scope))
        break
      case 'unsubscribe':
        // The host uses an id once; drop the history of the slice.
        if (!tab.scopes.delete(step.scope)) break
        expectNoOlderRows(tab.page, step.scope)
        tab.page.post({ type: 'unsubscribe', id: step.scope })
        tab.page.forget(step.scope)
        break
    }
  }

  async function take(step: Step): Promise<void> {
    if ('page' in step) ofTab(step)
    else if ('namespace' in step) {
      const key = `${step.namespace}/${step.name}`
      const existing = server.get(pods, key)
      if (step.type === 'put')
        existing ? server.update(pod(key, { note: server.rv })) : server.create(pod(key))
      else if (existing) server.delete(pod(key))
    } else if (step.type === 'open') openTab(step.identity)
    else if (step.type === 'advance') return clock.advance(step.ms)
    else if (step.type === 'crash') crash()
    else if (step.type === 'dropWatches') server.dropWatches()
    else if (step.type === 'relist') server.relist()
    else server.faults.add({ times: 1, action: { type: 'status', code: 401 } })
    await clock.settle()
    for (const tab of signedOut) tab.signedOutAt ??= tab.page.posted.length
  }

  return { clock, server, disk, host: () => rig.host, openTabs, signedOut, erased, take }
}

/** The rows of a scope on the server, in the format of a page. */
const rowsOf = (server: ReturnType<typeof createTestServer>, scope: Scope): string[] =>
  server
    .list(pods)
    .filter(({ metadata }) => !scope.namespace || metadata.namespace === scope.namespace)
    .filter(({ metadata }) => !scope.fieldSelector || metadata.name !== 'a')
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}@${metadata.resourceVersion}`)
    .sort()

test('after any history, every open page shows the state of the server, with at most one watch per identity and scope', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async history => {
      const { clock, server, disk, host, openTabs, signedOut, erased, take } = world()
      for (const step of history) await take(step)
      for (const tab of openTabs) tab.page.thaw()
      await clock.advance(200_000)
      const wanted = new Set<string>()
      for (const [index, { page: shown, scopes, identity }] of openTabs.entries()) {
        for (const id of scopes) {
          wanted.add(`${identity ?? index} ${id}`)
          expectNoOlderRows(shown, id)
          expect([...(shown.shows(id)?.rows ?? [])].sort()).toEqual(rowsOf(server, SCOPES[id] ?? {}))
          expect(shown.shows(id)?.status).toMatchObject({ data: 'complete', link: 'live' })
        }
      }
      expect(server.openWatches).toBeLessThanOrEqual(wanted.size)
      for (const { page: closed, signedOutAt } of signedOut) {
        expect(closed.posted.filter(({ type }) => type === 'signedOut')).toHaveLength(1)
        expect(closed.posted).toHaveLength(signedOutAt ?? -1)
      }
      for (const identity of erased)
        expect(disk.kept({ server: 'http://cluster.test', identity })).toEqual({})
      for (const { page: left } of [...openTabs, ...signedOut]) left.post({ type: 'goodbye' })
      await clock.advance(30_000)
      expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
      host().close()
    }),
    { numRuns: RUNS },
  )
}, 120_000)
