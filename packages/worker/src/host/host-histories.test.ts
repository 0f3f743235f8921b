import { createFakeLocks, FakeClock, type FakeLockAgent, pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostRig, type TestPage } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import { memoryDisk } from '../../test/memory-disk.ts'
import type { Scope } from '../subscription.ts'

const RUNS = process.env.LONG ? 2_000 : 80
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
  | { readonly type: 'dropWatches' | 'relist' | 'newToken' }
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
    step(1, fc.record({ type: typeOf('dropWatches', 'relist', 'newToken') })),
    step(2, fc.record({ type: typeOf('advance'), ms: fc.constantFrom(0, 100, 2_000, 40_000) })),
  ),
  { maxLength: 30 },
)

/** A tab of a history, and what it is to show in the end. */
interface Tab {
  readonly page: TestPage
  readonly identity: string | undefined
  readonly agent: FakeLockAgent
  readonly scopes: Set<number>
  /** How many messages it had got when it was signed out. */
  signedOutAt?: number
}

function world() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const disk = memoryDisk()
  const locks = createFakeLocks()
  const { open, host } = hostRig({ clock, server, disk, locks: locks.agent() })
  const living: Tab[] = []
  const signedOut: Tab[] = []
  let tabs = 0
  const leave = (tab: Tab) => living.splice(living.indexOf(tab), 1)

  function openTab(identity: string | undefined): void {
    const lock = `tab-${tabs++}`
    const agent = locks.agent()
    void agent.request(lock, {}, () => new Promise(() => {})).catch(() => {})
    living.push({ page: open({ lock, ...(identity && { identity }) }), identity, agent, scopes: new Set() })
  }

  function signOut(tab: Tab): void {
    tab.page.post({ type: 'signOut' })
    const others =
      tab.identity === undefined ? [tab] : living.filter(({ identity }) => identity === tab.identity)
    for (const other of others) {
      leave(other)
      signedOut.push(other)
    }
  }

  function ofTab(step: Extract<Step, { page: number }>): void {
    const tab = living[step.page]
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
        tab.page.subscribe(step.scope, { resource: 'pods', scope: SCOPES[step.scope] })
        break
      case 'unsubscribe':
        // Ids are for one use: what such a slice showed is forgotten.
        if (!tab.scopes.delete(step.scope)) break
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
    else if (step.type === 'dropWatches') server.dropWatches()
    else if (step.type === 'relist') server.relist()
    else server.faults.add({ times: 1, action: { type: 'status', code: 401 } })
    await clock.settle()
    for (const tab of signedOut) tab.signedOutAt ??= tab.page.posted.length
  }

  return { clock, server, disk, host, living, signedOut, take }
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
      const { clock, server, disk, host, living, signedOut, take } = world()
      for (const step of history) await take(step)
      for (const tab of living) tab.page.answer = { token: 'let-me-in' }
      await clock.advance(200_000)
      const wanted = new Set<string>()
      for (const [index, { page: shown, scopes, identity }] of living.entries()) {
        for (const id of scopes) {
          wanted.add(`${identity ?? index} ${id}`)
          expect([...(shown.shows(id)?.rows ?? [])].sort()).toEqual(rowsOf(server, SCOPES[id] ?? {}))
          expect(shown.shows(id)?.status).toMatchObject({ data: 'complete', link: 'live' })
        }
      }
      expect(server.openWatches).toBeLessThanOrEqual(wanted.size)
      for (const { page: gone, signedOutAt } of signedOut) {
        expect(gone.posted.filter(({ type }) => type === 'signedOut')).toHaveLength(1)
        expect(gone.posted).toHaveLength(signedOutAt ?? -1)
      }
      for (const identity of ['alice', 'bob']) {
        const isBack = living.some(tab => tab.identity === identity)
        const wasOut = signedOut.some(tab => tab.identity === identity)
        if (wasOut && !isBack) expect(disk.kept({ server: 'http://cluster.test', identity })).toEqual({})
      }
      for (const { page: left } of [...living, ...signedOut]) left.post({ type: 'goodbye' })
      await clock.advance(30_000)
      expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
      host.close()
    }),
    { numRuns: RUNS },
  )
}, 120_000)
