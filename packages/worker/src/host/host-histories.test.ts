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

/** A tab of a history, and what it is to show in the end. */
interface Tab {
  readonly page: TestPage
  readonly hello: Partial<HelloMessage>
  readonly identity: string | undefined
  readonly agent: FakeLockAgent
  readonly scopes: Set<number>
  /** How many messages it had got when it was signed out. */
  signedOutAt?: number
}

const podsIn = (scope: number): Subscription => ({ resource: 'pods', scope: SCOPES[scope] })

/** A disk as one host sees it, which keeps nothing of that host's once it is dead. */
function mortal(inner: SnapshotDisk): { readonly disk: SnapshotDisk; die(): void } {
  const open: DiskCollection[] = []
  let isDead = false
  const disk: SnapshotDisk = {
    ...inner,
    collection(address) {
      const collection = inner.collection(address)
      open.push(collection)
      return {
        ...collection,
        save: async (change, signal) => (isDead ? 'not-owner' : collection.save(change, signal)),
        firstPaint: {
          ...collection.firstPaint,
          save: async (key, snapshot) => (isDead ? undefined : collection.firstPaint.save(key, snapshot)),
        },
      }
    },
  }
  return {
    disk,
    die() {
      isDead = true
      for (const collection of open) collection.release()
    },
  }
}

/** No row of a slice has become older, nor gone and come back as it was. */
function expectNoWayBack(shown: TestPage, id: number): void {
  const newest = new Map<string, string>()
  const gone = new Set<string>()
  let before: readonly string[] = []
  for (const { rows } of shown.histories.get(id) ?? []) {
    for (const row of before) if (!rows.includes(row)) gone.add(row)
    for (const row of rows) {
      const [key = '', version = ''] = row.split('@')
      expect(gone.has(row), `${row} was gone and came back`).toBe(false)
      expect(compareResourceVersions(version, newest.get(key) ?? version)).toBeGreaterThanOrEqual(0)
      newest.set(key, version)
    }
    before = rows
  }
}

function world() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const disk = memoryDisk()
  const locks = createFakeLocks()
  /** The network takes its time: what a disk has kept is there before. */
  const fetch: Fetch = async (url, init) => {
    await sleep(clock, 50, init?.signal ?? undefined)
    return server.fetch(url, init)
  }
  const start = () => {
    const life = mortal(disk)
    return { ...hostRig({ clock, server, fetch, disk: life.disk, locks: locks.agent() }), die: life.die }
  }
  let rig = start()
  const living: Tab[] = []
  const signedOut: Tab[] = []
  /** Who has signed out and not come back. */
  const emptied = new Set<string>()
  let tabs = 0
  const leave = (tab: Tab) => living.splice(living.indexOf(tab), 1)

  function openTab(identity: string | undefined): void {
    const lock = `tab-${tabs++}`
    const agent = locks.agent()
    void agent.request(lock, {}, () => new Promise(() => {})).catch(() => {})
    if (identity) emptied.delete(identity)
    const hello = { lock, ...(identity && { identity }) }
    living.push({ page: rig.open(hello), hello, identity, agent, scopes: new Set() })
  }

  /** The host is gone in the middle of whatever it does, and the next one takes over. */
  function crash(): void {
    const { host, die } = rig
    rig = start()
    for (const { page: tab, hello, scopes } of living) {
      rig.greet(tab, hello)
      for (const id of scopes) tab.subscribe(id, podsIn(id), tab.shows(id)?.resourceVersion)
    }
    die()
    host.close()
  }

  function signOut(tab: Tab): void {
    tab.page.post({ type: 'signOut' })
    if (tab.identity) emptied.add(tab.identity)
    const others =
      tab.identity === undefined ? [tab] : living.filter(({ identity }) => identity === tab.identity)
    for (const other of others) {
      leave(other)
      signedOut.push(other)
    }
  }

  function ofTab(step: Extract<Step, { page: number }>): void {
    const tab = living[step.page % living.length]
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
        // Of its tokens only: another one may be asked.
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
        // Ids are for one use: what such a slice showed is forgotten.
        if (!tab.scopes.delete(step.scope)) break
        expectNoWayBack(tab.page, step.scope)
        tab.page.post({ type: 'unsubscribe', id: step.scope })
        tab.page.forget(step.scope)
        break
    }
  }

  async function take(step: Step): Promise<void> {
    if ('page' in step) ofTab(step)
    else if ('namespace' in step) {
      const key = `${step.namespace}/${step.name}`
      const known = server.get(pods, key)
      if (step.type === 'put') known ? server.update(pod(key, { note: server.rv })) : server.create(pod(key))
      else if (known) server.delete(pod(key))
    } else if (step.type === 'open') openTab(step.identity)
    else if (step.type === 'advance') return clock.advance(step.ms)
    else if (step.type === 'crash') crash()
    else if (step.type === 'dropWatches') server.dropWatches()
    else if (step.type === 'relist') server.relist()
    else server.faults.add({ times: 1, action: { type: 'status', code: 401 } })
    await clock.settle()
    for (const tab of signedOut) tab.signedOutAt ??= tab.page.posted.length
  }

  return { clock, server, disk, host: () => rig.host, living, signedOut, emptied, take }
}

/** What the server has of a scope, as a page shows it. */
const rowsOf = (server: ReturnType<typeof createTestServer>, scope: Scope): string[] =>
  server
    .list(pods)
    .filter(({ metadata }) => !scope.namespace || metadata.namespace === scope.namespace)
    .filter(({ metadata }) => !scope.fieldSelector || metadata.name !== 'a')
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}@${metadata.resourceVersion}`)
    .sort()

test('after any history of pages, every page that lives shows what the server has, over as few watches as can be', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async history => {
      const { clock, server, disk, host, living, signedOut, emptied, take } = world()
      for (const step of history) await take(step)
      for (const tab of living) tab.page.thaw()
      await clock.advance(200_000)
      const wanted = new Set<string>()
      for (const [index, { page: shown, scopes, identity }] of living.entries()) {
        for (const id of scopes) {
          wanted.add(`${identity ?? index} ${id}`)
          expectNoWayBack(shown, id)
          expect([...(shown.shows(id)?.rows ?? [])].sort()).toEqual(rowsOf(server, SCOPES[id] ?? {}))
          expect(shown.shows(id)?.status).toMatchObject({ data: 'complete', link: 'live' })
        }
      }
      expect(server.openWatches).toBeLessThanOrEqual(wanted.size)
      for (const { page: gone, signedOutAt } of signedOut) {
        expect(gone.posted.filter(({ type }) => type === 'signedOut')).toHaveLength(1)
        expect(gone.posted).toHaveLength(signedOutAt ?? -1)
      }
      for (const identity of emptied)
        expect(disk.kept({ server: 'http://cluster.test', identity })).toEqual({})
      for (const { page: left } of [...living, ...signedOut]) left.post({ type: 'goodbye' })
      await clock.advance(30_000)
      expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
      host().close()
    }),
    { numRuns: RUNS },
  )
}, 120_000)
