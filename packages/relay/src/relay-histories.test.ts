import type { KubernetesObject } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startRelay } from './test/relay-rig.ts'
import { WatchReader } from './test/watch-reader.ts'

/** Random writes, readers with selectors, aborts, stalls, resumes and revocations; a naive oracle filters all writes. */

const APPS = ['web', 'api'] as const
const NAMESPACES = ['a', 'b'] as const
const USERS = ['alice', 'bob'] as const
/** Bytes that one reader may queue: some ten events. */
const WATCH_BYTES = 3000

type Selector = { readonly namespace: '' | 'a' | 'b'; readonly app: '' | 'web' | 'api' }

/** A write that the oracle knows: the object before and after it. */
interface Write {
  readonly revision: number
  readonly before: KubernetesObject | undefined
  readonly after: KubernetesObject | undefined
}

const selects = ({ namespace, app }: Selector, object: KubernetesObject | undefined): boolean =>
  object !== undefined &&
  (namespace === '' || object.metadata?.namespace === namespace) &&
  (app === '' || object.metadata?.labels?.app === app)

/** The events that a reader with this selector receives after a revision. */
const eventsAfter = (writes: readonly Write[], selector: Selector, revision: number): string[] =>
  writes
    .filter(write => write.revision > revision)
    .flatMap(({ revision: at, before, after }) => {
      const [was, is] = [selects(selector, before), selects(selector, after)]
      const type = is ? (was ? 'MODIFIED' : 'ADDED') : was ? 'DELETED' : undefined
      const { namespace, name } = (after ?? before)?.metadata ?? {}
      return type ? [`${type} ${namespace}/${name}@${at}`] : []
    })

const pathOf = ({ namespace, app }: Selector, query: string): string =>
  `/api/v1/${namespace ? `namespaces/${namespace}/` : ''}pods?${app ? `labelSelector=app%3D${app}&` : ''}${query}`

type World = Awaited<ReturnType<typeof startRelay>>

/** A reader that resumes from its last event whenever its watch ends, as an informer does. */
class ResumingReader {
  readonly world: World
  readonly user: string
  readonly selector: Selector
  readonly received: string[] = []
  readonly start: number
  isForbidden = false
  #last: number
  #watch: WatchReader | undefined
  #read = 0
  #isStalled = false

  constructor(world: World, user: string, selector: Selector) {
    this.world = world
    this.user = user
    this.selector = selector
    this.start = Number(world.server.rv)
    this.#last = this.start
  }

  async open(): Promise<void> {
    if (this.#watch && !this.#watch.isOver) return
    const query = `watch=1&resourceVersion=${this.#last}`
    const response = await this.world.get(pathOf(this.selector, query), { as: this.user })
    this.isForbidden = response.status === 403
    if (response.status !== 200) {
      await response.body?.cancel()
      return
    }
    this.#watch = new WatchReader(response)
    this.#read = 0
    if (this.#isStalled) this.#watch.stall()
  }

  stall(): void {
    this.#isStalled = true
    this.#watch?.stall()
  }

  resume(): void {
    this.#isStalled = false
    this.#watch?.resume()
  }

  async abort(): Promise<void> {
    this.take()
    await this.#watch?.cancel()
  }

  /** Takes over what has arrived. */
  take(): void {
    for (const { type, object } of this.#watch?.events.slice(this.#read) ?? []) {
      this.#read++
      if (type === 'ERROR') continue
      const { namespace, name, resourceVersion } = object.metadata ?? {}
      this.#last = Number(resourceVersion)
      if (type !== 'BOOKMARK') this.received.push(`${type} ${namespace}/${name}@${resourceVersion}`)
    }
  }

  get isOver(): boolean {
    return this.#watch?.isOver ?? true
  }
}

const selector = fc.record({
  namespace: fc.constantFrom('' as const, ...NAMESPACES),
  app: fc.constantFrom('' as const, ...APPS),
})
const reader = fc.nat(3)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      write: fc.nat(7),
      app: fc.constantFrom(...APPS),
      times: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat(7) }) },
  { weight: 3, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 200 }) }) },
  fc.record({ stall: reader }),
  fc.record({ resume: reader }),
  fc.record({ abort: reader }),
  fc.record({ list: selector }),
  fc.record({ revoke: fc.constantFrom(...USERS) }),
  fc.record({ grant: fc.constantFrom(...USERS) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Applies steps to a world, and compares what readers see with the oracle. */
class History {
  readonly world: World
  readonly writes: Write[] = []
  readonly readers: ResumingReader[]
  readonly #denied = new Set<string>()
  readonly #current = new Map<string, KubernetesObject>()

  constructor(world: World, selectors: readonly Selector[]) {
    this.world = world
    world.allows = ({ user, resource }) => resource !== 'pods' || !this.#denied.has(user)
    this.readers = selectors.map(
      (each, index) => new ResumingReader(world, USERS[index % USERS.length] ?? '', each),
    )
  }

  async openAll(): Promise<void> {
    await Promise.all(this.readers.map(each => each.open()))
  }

  async apply(one: Step): Promise<void> {
    const { clock } = this.world
    if ('write' in one) for (let time = 0; time < one.times; time++) this.#write(one.write, one.app)
    else if ('remove' in one) this.#remove(one.remove)
    else if ('wait' in one) await clock.advance(one.wait)
    else if ('stall' in one) this.readers[one.stall]?.stall()
    else if ('resume' in one) this.readers[one.resume]?.resume()
    else if ('abort' in one) await this.readers[one.abort]?.abort()
    else if ('list' in one) await this.#list(one.list)
    else if ('revoke' in one) await this.#revoke(one.revoke)
    else this.#denied.delete(one.grant)
  }

  /** Lets all readers catch up, and checks that they have received everything. */
  async finish(): Promise<void> {
    this.#denied.clear()
    // Denials are cached.
    await this.world.clock.advance(6000)
    for (const each of this.readers) each.resume()
    for (let round = 0; round < 5; round++) {
      await this.world.clock.advance(100)
      for (const each of this.readers) each.take()
      await this.openAll()
    }
    await this.world.clock.advance(100)
    for (const each of this.readers) {
      each.take()
      expect(each.received).toEqual(eventsAfter(this.writes, each.selector, each.start))
      await each.abort()
    }
    await this.world.clock.settle()
    expect(this.world.relay.metrics()).toContain('relay_queued_bytes 0')
  }

  #write(index: number, app: string): void {
    const key = { name: `p${index}`, namespace: NAMESPACES[index % 2] ?? 'a' }
    const before = this.#current.get(key.name)
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { ...key, labels: { app } } }
    const after = before ? this.world.server.update(object, pods) : this.world.server.create(object, pods)
    this.#record(key.name, before, after)
  }

  #remove(index: number): void {
    const before = this.#current.get(`p${index}`)
    if (!before) return
    this.world.server.delete(before, pods)
    this.#record(`p${index}`, before, undefined)
  }

  #record(name: string, before: KubernetesObject | undefined, after: KubernetesObject | undefined): void {
    if (after) this.#current.set(name, after)
    else this.#current.delete(name)
    this.writes.push({ revision: Number(this.world.server.rv), before, after })
  }

  /** A consistent list contains every write before its request. */
  async #list(selected: Selector): Promise<void> {
    const response = await this.world.get(pathOf(selected, ''), { as: 'carol' })
    const { items } = (await response.json()) as { items: KubernetesObject[] }
    const expected = [...this.#current.values()].filter(object => selects(selected, object))
    expect(items.map(({ metadata }) => metadata?.name).toSorted()).toEqual(
      expected.map(({ metadata }) => metadata?.name).toSorted(),
    )
  }

  /** After a revocation and a change of RBAC, no watch of the user is open five seconds later. */
  async #revoke(user: string): Promise<void> {
    this.#denied.add(user)
    this.world.server.create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: `role-${this.world.server.rv}` },
    })
    await this.world.clock.advance(5000)
    for (const each of this.readers) {
      each.take()
      if (each.user !== user) continue
      each.resume()
      await this.world.clock.settle()
      expect(each.isOver).toBe(true)
      await each.open()
      expect(each.isForbidden).toBe(true)
    }
  }
}

test('every reader sees a gapless history of its selection, whatever others do, and none after a revocation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(selector, { minLength: 4, maxLength: 4 }),
      fc.array(step, { maxLength: 30 }),
      async (selectors, steps) => {
        const world = await startRelay({
          objects: [],
          access: { watchRbac: true },
          budgets: { watchBytes: WATCH_BYTES, allWatchBytes: 3 * WATCH_BYTES },
        })
        world.users.add('carol')
        const history = new History(world, selectors)
        await history.openAll()
        for (const one of steps) {
          await history.apply(one)
          expect(world.server.openWatches).toBeLessThanOrEqual(5)
          for (const each of history.readers) each.take()
          await history.openAll()
        }
        await history.finish()
        await world.stop()
        await world.clock.settle()
        expect([world.clock.pendingTimers, world.server.openWatches]).toEqual([0, 0])
      },
    ),
    { numRuns: 25 },
  )
})
