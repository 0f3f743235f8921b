import type { KubernetesObject } from '@kube-informer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CachedObject } from './items/cached-object.ts'
import type { View } from './requests/requests.ts'
import { Selection } from './requests/selection.ts'
import { CacherRig, podFields, short, type WatchReader } from './test/cacher-rig.ts'

/**
 * Random histories of a storage with a cache: writes, new states, lists of any revision, and watches from any revision
 * with any selector, read by stalling readers. Each list must equal the storage at its revision. Each watch must equal a
 * prefix of the naively filtered history, or all of it if the watch is open until the end.
 */

const HISTORIES = process.env.LONG ? 5_000 : 200

const key = fc.constantFrom('a/x', 'a/y', 'a-b/x', 'b/x', 'b/z')
const parts = fc.record({
  labels: fc.constantFrom({}, { app: '1' }, { app: '2' }),
  node: fc.constantFrom('', 'one', 'two'),
})
const view: fc.Arbitrary<View> = fc.record({
  namespace: fc.constantFrom('', '', 'a', 'a-b'),
  labelSelector: fc.constantFrom('', '', 'app=1', 'app!=1', '!app', 'app in (1,2)'),
  fieldSelector: fc.constantFrom(
    '',
    '',
    'spec.nodeName=one',
    'spec.nodeName!=one',
    'metadata.name=x',
    'metadata.namespace=a,spec.nodeName=two',
  ),
})
const back = fc.integer({ min: -2, max: 12 })
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('put' as const), key, parts }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bump' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('watch' as const),
      view,
      back,
      withState: fc.boolean(),
      allowWatchBookmarks: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('stall' as const), reader: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('resume' as const), reader: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      view,
      back,
      limit: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('relist' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.constantFrom(0, 50, 90_000) }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** One write, as recorded by the oracle. */
interface Write {
  readonly revision: number
  readonly before: KubernetesObject | undefined
  readonly after: KubernetesObject | undefined
}

/** A watch and its expected events. */
interface Followed {
  readonly reader: WatchReader
  readonly selection: Selection
  /** The initial events, before all writes. */
  readonly initial: readonly string[]
  /** Only writes after this revision are expected. */
  readonly since: number
}

class World {
  readonly rig = new CacherRig({ bookmarkIntervalMs: 5000 }).load()
  readonly #writes: Write[] = []
  readonly #followed: Followed[] = []
  #floor = this.rig.revision

  async apply(action: Step): Promise<void> {
    switch (action.do) {
      case 'put':
        return this.#write(action.key, () => this.rig.put(action.key, action.parts))
      case 'remove':
        if (this.#at(action.key)) this.#write(action.key, () => this.rig.remove(action.key))
        return
      case 'bump':
        this.rig.bump()
        return
      case 'stall':
        this.#followed[action.reader]?.reader.stall()
        return
      case 'resume':
        this.#followed[action.reader]?.reader.resume()
        return
      case 'relist':
        this.rig.load()
        this.#floor = this.rig.revision
        return
      case 'advance':
        return this.rig.clock.advance(action.ms)
      case 'watch':
        return this.#watch(action)
      case 'list':
        return this.#list(action)
    }
  }

  async finish(): Promise<void> {
    for (const { reader } of this.#followed) reader.resume()
    for (let round = 0; round < 5; round++) await this.rig.clock.advance(100)
    for (const followed of this.#followed) this.#check(followed)
    for (const { reader } of this.#followed) reader.watch.close()
    expect(this.rig.cacher.openScopes).toBe(0)
    expect(this.rig.clock.pendingTimers).toBe(0)
  }

  #at(key: string): KubernetesObject | undefined {
    return this.rig.objects.find(({ metadata }) => `${metadata?.namespace}/${metadata?.name}` === key)
  }

  #write(key: string, write: () => void): void {
    const before = this.#at(key)
    write()
    this.#writes.push({ revision: this.rig.revision, before, after: this.#at(key) })
  }

  async #watch({
    view: asked,
    back: distance,
    withState,
    allowWatchBookmarks,
  }: Extract<Step, { do: 'watch' }>): Promise<void> {
    const now = this.rig.revision
    const from = Math.max(1, now - distance)
    const options = withState
      ? { sendInitialEvents: true, allowWatchBookmarks }
      : { resourceVersion: String(from), allowWatchBookmarks }
    const reader = await this.rig.open({ ...asked, ...options })
    const selection = new Selection(asked)
    const query = definedOf(asked)
    const state = withState ? this.rig.itemsAt(now, query).map(item => `A ${nameOf(item)}`) : []
    if (withState) this.#followed.push({ reader, selection, initial: state, since: now })
    else if (from >= this.#floor) this.#followed.push({ reader, selection, initial: [], since: from })
    else expect(reader.received).toEqual([`E 410 too old resource version: ${from} (${this.#floor})`])
  }

  async #list({ view: asked, back: distance, limit }: Extract<Step, { do: 'list' }>): Promise<void> {
    const revision = Math.min(this.rig.revision, Math.max(1000, this.rig.revision - Math.max(0, distance)))
    const position = { resourceVersion: String(revision), resourceVersionMatch: 'Exact' as const }
    const found: string[] = []
    const asks = this.rig.asked.length
    let list = await this.rig.cacher.list({ ...asked, ...position, limit })
    for (;;) {
      expect(list.resourceVersion).toBe(String(revision))
      found.push(...list.items.map(({ object }) => nameOf(object)))
      // The storage of these tests does not paginate.
      if (limit > 0 && this.rig.asked.length === asks) expect(list.items.length).toBeLessThanOrEqual(limit)
      if (list.continue === '') break
      expect(list.items).toHaveLength(limit)
      list = await this.rig.cacher.list({ ...asked, limit, continue: list.continue })
    }
    const query = definedOf(asked)
    expect(found).toEqual(this.rig.itemsAt(revision, query).map(nameOf))
  }

  #check({ reader, selection, initial, since }: Followed): void {
    const expected = [...initial, ...this.#writes.flatMap(write => seen(write, selection, since))]
    const events = reader.deliveries.filter(({ type }) => type !== 'BOOKMARK').map(short)
    expect(events).toEqual(expected.slice(0, events.length))
    if (!reader.isOver) expect(events).toHaveLength(expected.length)
    this.#checkBookmarks(reader, initial.length)
  }

  /** All events up to a bookmark were sent before it, and none after it. */
  #checkBookmarks({ deliveries }: WatchReader, initial: number): void {
    let last = 0
    for (const [index, delivery] of deliveries.entries()) {
      if (delivery.type === 'ERROR' || index < initial) continue
      const revision = Number(delivery.resourceVersion)
      if (delivery.type === 'BOOKMARK') expect(revision).toBeGreaterThanOrEqual(last)
      else expect(revision).toBeGreaterThan(last)
      last = revision
    }
  }
}

const definedOf = ({ namespace = '', labelSelector = '', fieldSelector = '' }: View) => ({
  namespace,
  labelSelector,
  fieldSelector,
})

const nameOf = ({ metadata }: KubernetesObject): string =>
  `${metadata?.namespace}/${metadata?.name}@${metadata?.resourceVersion}`

/** The event of a write for a watch, by whether the object matches the selection before and after it. */
function seen({ revision, before, after }: Write, selection: Selection, since: number): string[] {
  if (revision <= since) return []
  const isIn = (pod: KubernetesObject | undefined): pod is KubernetesObject =>
    pod !== undefined && selection.matches(new CachedObject(pod, podFields(pod)))
  if (isIn(after)) return [`${isIn(before) ? 'M' : 'A'} ${nameOf(after)}`]
  return isIn(before) ? [`D ${before.metadata?.namespace}/${before.metadata?.name}@${revision}`] : []
}

test('C01, C08, F08: all lists and watches equal a naive filter of the history', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async steps => {
      const world = new World()
      for (const each of steps) await world.apply(each)
      await world.finish()
    }),
    { numRuns: HISTORIES },
  )
})
