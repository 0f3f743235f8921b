import {
  byPath,
  type Clock,
  createKubeClient,
  createListWatch,
  type Fetch,
  type HandlerRegistration,
  type ListerWatcher,
  metaNamespaceKey,
  type ObjectAccess,
  objectAccess,
  type Random,
  type Row,
  readObject,
  SharedIndexInformer,
} from '@kube-informer/core'
import { type Pod, pods, seededRandom } from '@kube-informer/testing'
import { CheckedSnapshotStore } from './checked-snapshot-store.ts'
import type { InformerPlan, Temper } from './plan.ts'
import type { Truth } from './truth.ts'
import { VIEWS, type View } from './views.ts'
import { ensure, Violation } from './violation.ts'
import { Witness } from './witness.ts'

/** What a cache keeps. */
type Kept = Pod | Row<Pod>

/** An informer from its start to its stop. */
interface Life {
  readonly informer: SharedIndexInformer<Kept, 'node' | 'app'>
  readonly witnesses: Map<Witness<Kept>, HandlerRegistration>
  readonly stopping: AbortController
  /** What the cache held when it was last looked at. */
  seen: Map<string, Kept>
}

/** What all subjects of a history share. */
export interface Surroundings {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly truth: Truth
}

/** One informer that is stopped and started again, and what must hold of it at any time. */
export class Subject {
  readonly #plan: InformerPlan
  readonly #surroundings: Surroundings
  readonly #random: Random
  readonly #view: View
  #disk: CheckedSnapshotStore<Kept> | undefined
  /** What was wrong and could not be thrown where it was seen. */
  #complaint: Violation | undefined
  #life: Life | undefined
  #access = objectAccess as ObjectAccess<unknown> as ObjectAccess<Kept>

  constructor(plan: InformerPlan, surroundings: Surroundings, seed: number) {
    this.#plan = plan
    this.#surroundings = surroundings
    this.#random = seededRandom(seed)
    this.#view = VIEWS[plan.view % VIEWS.length] ?? { holds: () => true }
  }

  get isRunning(): boolean {
    return this.#life !== undefined
  }

  start(): void {
    if (this.#life) return
    const stopping = new AbortController()
    const listerWatcher = this.#listerWatcher(stopping.signal)
    this.#access = listerWatcher.access ?? this.#access
    // The first start makes the disk, and the others find it.
    if (this.#plan.persists) this.#disk ??= new CheckedSnapshotStore(this.#access, rv => this.#expected(rv))
    const { queue, watchList, pageSize, resyncPeriodMs } = this.#plan
    const informer = new SharedIndexInformer<Kept, 'node' | 'app'>({
      ...{ listerWatcher, queue, watchList, pageSize, resyncPeriodMs },
      indexers: { node: byPath('spec.nodeName'), app: object => this.#appOf(object) },
      snapshotStore: this.#disk,
      clock: this.#surroundings.clock,
      random: this.#random,
    })
    this.#life = { informer, witnesses: new Map(), stopping, seen: new Map() }
    for (const temper of this.#plan.handlers) this.addHandler(temper)
    // With a handler that never comes back it never settles.
    void informer.run(stopping.signal)
  }

  stop(): void {
    this.#life?.stopping.abort()
    for (const witness of this.#life?.witnesses.keys() ?? []) this.#dismiss(witness)
    this.#life = undefined
  }

  /** Whatever connection it has is dead, somebody says. */
  reconnect(): void {
    this.#life?.informer.reconnect()
  }

  addHandler(temper: Temper): void {
    if (!this.#life) return
    const { clock } = this.#surroundings
    const witness = new Witness<Kept>(temper, this.#access, clock, this.#random)
    this.#life.witnesses.set(witness, this.#life.informer.addEventHandler(witness))
  }

  removeHandler(choose: (count: number) => number): void {
    const entries = [...(this.#life?.witnesses ?? [])]
    const [witness, registration] = entries[choose(entries.length)] ?? []
    if (!witness || !registration) return
    registration.remove()
    this.#dismiss(witness)
    this.#life?.witnesses.delete(witness)
  }

  refuseSaves(times: number): void {
    this.#disk?.refuse(times)
  }

  /** What must hold whenever nothing is under way. */
  check(): void {
    const complaint = this.#complaint ?? this.#disk?.complaint
    if (complaint) throw complaint
    if (!this.#life) return
    for (const witness of this.#life.witnesses.keys()) if (witness.complaint) throw witness.complaint
    this.#checkState(this.#life)
    this.#checkReferences(this.#life)
    this.#checkIndexes(this.#life)
  }

  /** What must hold when everything has been well for long enough. */
  checkRecovered(resourceVersion: string): void {
    this.check()
    if (!this.#life) return
    const { informer, witnesses } = this.#life
    const { data, link, error } = informer.status
    ensure(data === 'complete' && link === 'live', () => `it is ${data} and ${link}: ${error?.message}`)
    const expected = [...this.#expected(resourceVersion).values()].map(textOf).sort()
    const cached = informer.indexer.list().map(item => textOf('body' in item ? readObject(item) : item))
    ensure(
      JSON.stringify(cached.sort()) === JSON.stringify(expected),
      () =>
        `invariant 1, the cache is the server's list: it has ${cached.length} objects, the list ${expected.length}`,
    )
    for (const witness of witnesses.keys()) {
      if (witness.temper === 'stuck') continue
      ensure(
        isSame(new Set(witness.held.values()), new Set(informer.indexer.list())),
        () => `invariants 2 and 6: a ${witness.temper} handler knows another state than the cache`,
      )
    }
  }

  /** The cache is what the server had at the version that it resumes from. */
  #checkState({ informer }: Life): void {
    const { lastSyncResourceVersion } = informer
    if (lastSyncResourceVersion === '' || informer.status.data === 'none') return
    const expected = this.#expected(lastSyncResourceVersion)
    const cached = informer.indexer.list()
    const wrong = cached.find(
      item =>
        expected.get(metaNamespaceKey(item, this.#access))?.metadata.resourceVersion !==
        this.#access.resourceVersion(item),
    )
    ensure(
      wrong === undefined && cached.length === expected.size,
      () =>
        `invariants 1 and 4, at version ${lastSyncResourceVersion}: ${cached.length} objects, the server had ${expected.size}` +
        (wrong === undefined ? '' : `; ${metaNamespaceKey(wrong, this.#access)} is not what it was`),
    )
  }

  #checkReferences(life: Life): void {
    const now = new Map(
      life.informer.indexer.list().map(item => [metaNamespaceKey(item, this.#access), item]),
    )
    for (const [key, item] of now) {
      const before = life.seen.get(key)
      const isSameState =
        before !== undefined &&
        this.#access.uid(before) === this.#access.uid(item) &&
        this.#access.resourceVersion(before) === this.#access.resourceVersion(item)
      ensure(
        !isSameState || before === item,
        () => `invariant 7: ${key} is another reference to the same state`,
      )
    }
    life.seen = now
  }

  #checkIndexes({ informer }: Life): void {
    const { indexer } = informer
    const nodeOf = (item: Kept) => this.#read(item, ['spec', 'nodeName'])
    for (const [name, valuesOf] of [
      ['node', (item: Kept) => nodeOf(item).filter(value => value !== '')],
      ['app', (item: Kept) => this.#appOf(item)],
      ['namespace', (item: Kept) => [this.#access.namespace(item)]],
    ] as const) {
      const expected = Map.groupBy(
        indexer.list().flatMap(item => valuesOf(item).map(value => ({ value, item }))),
        ({ value }) => value,
      )
      const values = indexer.listIndexFuncValues(name)
      ensure(
        isSame(new Set(values), new Set(expected.keys())),
        () =>
          `invariant 3: index ${name} has the values ${[...values]} and should have ${[...expected.keys()]}`,
      )
      for (const [value, members] of expected)
        ensure(
          isSame(new Set(indexer.byIndex(name, value)), new Set(members.map(({ item }) => item))),
          () => `invariant 3: index ${name} is wrong about ${value}`,
        )
    }
  }

  /** What the server had at a version, as far as this informer follows it. */
  #expected(resourceVersion: string): ReadonlyMap<string, Pod> {
    const { namespace, holds } = this.#view
    const state = [...this.#surroundings.truth.at(resourceVersion)]
    return new Map(
      state.filter(([, pod]) => (!namespace || pod.metadata.namespace === namespace) && holds(pod)),
    )
  }

  #listerWatcher(stopped: AbortSignal): ListerWatcher<Kept> {
    const fetch: Fetch = (input, init) => {
      if (stopped.aborted)
        this.#complaint ??= new Violation('invariant 5, stop wins: a request after the stop')
      return this.#surroundings.fetch(input, init)
    }
    const client = createKubeClient({ baseUrl: 'http://fake', fetch, clock: this.#surroundings.clock })
    const { namespace, labelSelector, fieldSelector } = this.#view
    const scope = { namespace, labelSelector, fieldSelector }
    return this.#plan.form === 'row'
      ? (createListWatch(client, pods, { ...scope, form: 'row' }) as ListerWatcher<Kept>)
      : (createListWatch(client, pods, scope) as ListerWatcher<Kept>)
  }

  #appOf(item: Kept): string[] {
    const app = this.#access.labels(item).app
    return app === undefined ? [] : [app]
  }

  #read(item: Kept, path: readonly string[]): string[] {
    const value = this.#access.readPath(item, path)
    return value === undefined || value === null ? [] : [String(value)]
  }

  /** It must not be called again; if it is, that is told at the next check. */
  #dismiss(witness: Witness<Kept>): void {
    witness.gone = true
    witness.onComplaint = complaint => {
      this.#complaint ??= complaint
    }
  }
}

/** The same for the same content, whatever the order of its members. */
const textOf = (pod: Pod): string =>
  JSON.stringify(pod, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const isSame = <V>(a: ReadonlySet<V>, b: ReadonlySet<V>): boolean =>
  a.size === b.size && [...a].every(value => b.has(value))
