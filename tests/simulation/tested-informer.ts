import {
  byPath,
  type Clock,
  createKubeClient,
  createListWatch,
  type Fetch,
  freshnessOf,
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
import type { HandlerBehavior } from './action.ts'
import { CheckedHandler } from './checked-handler.ts'
import { CheckedSnapshotStore } from './checked-snapshot-store.ts'
import type { InformerPlan } from './plan.ts'
import { SCOPES, type TestedScope } from './scopes.ts'
import type { ServerLog } from './server-log.ts'
import { ensure, Violation } from './violation.ts'

/** Two idle timeouts of a watch, and the time until its end is handled. */
const LONGEST_SILENCE_MS = 185_000

/** An item of the cache. */
type Item = Pod | Row<Pod>

/** One run of an informer, from start to stop. */
interface InformerRun {
  readonly informer: SharedIndexInformer<Item, 'node' | 'app'>
  readonly handlers: Map<CheckedHandler<Item>, HandlerRegistration>
  readonly abort: AbortController
  /** The items of the cache at the last check, by key. */
  lastItems: Map<string, Item>
}

/** What all informers and pages of a history share. */
export interface Environment {
  readonly fetch: Fetch
  /** When anything last arrived from the server. */
  readonly arrivedAt: () => number
  readonly clock: Clock
  readonly log: ServerLog
}

/** An informer that a history stops and restarts, and the checks of its invariants. */
export class TestedInformer {
  readonly #plan: InformerPlan
  readonly #environment: Environment
  readonly #random: Random
  readonly #scope: TestedScope
  #disk: CheckedSnapshotStore<Item> | undefined
  /** A violation that was detected where it could not be thrown; the next check throws it. */
  #violation: Violation | undefined
  #run: InformerRun | undefined
  #access = objectAccess as ObjectAccess<unknown> as ObjectAccess<Item>

  constructor(plan: InformerPlan, environment: Environment, seed: number) {
    this.#plan = plan
    this.#environment = environment
    this.#random = seededRandom(seed)
    this.#scope = SCOPES[plan.scope % SCOPES.length] ?? { includes: () => true }
  }

  get isRunning(): boolean {
    return this.#run !== undefined
  }

  start(): void {
    if (this.#run) return
    const abort = new AbortController()
    const listerWatcher = this.#listerWatcher(abort.signal)
    this.#access = listerWatcher.access ?? this.#access
    // The disk is created at the first start; later starts reuse it.
    if (this.#plan.persists) this.#disk ??= new CheckedSnapshotStore(this.#access, rv => this.#expected(rv))
    const { queue, watchList, pageSize, resyncPeriodMs } = this.#plan
    const informer = new SharedIndexInformer<Item, 'node' | 'app'>({
      listerWatcher,
      queue,
      watchList,
      pageSize,
      resyncPeriodMs,
      indexers: { node: byPath('spec.nodeName'), app: object => this.#appOf(object) },
      snapshotStore: this.#disk,
      clock: this.#environment.clock,
      random: this.#random,
    })
    this.#run = { informer, handlers: new Map(), abort, lastItems: new Map() }
    for (const behavior of this.#plan.handlers) this.addHandler(behavior)
    // Not awaited: with a stuck handler the promise does not settle.
    void informer.run(abort.signal)
  }

  stop(): void {
    this.#run?.abort.abort()
    for (const handler of this.#run?.handlers.keys() ?? []) this.#disableHandler(handler)
    this.#run = undefined
  }

  /** Calls `reconnect`, as an application does when the network is back. */
  reconnect(): void {
    this.#run?.informer.reconnect()
  }

  addHandler(behavior: HandlerBehavior): void {
    if (!this.#run) return
    const { clock } = this.#environment
    const handler = new CheckedHandler<Item>(behavior, this.#access, clock, this.#random)
    this.#run.handlers.set(handler, this.#run.informer.addEventHandler(handler))
  }

  removeHandler(choose: (count: number) => number): void {
    const entries = [...(this.#run?.handlers ?? [])]
    const [handler, registration] = entries[choose(entries.length)] ?? []
    if (!handler || !registration) return
    registration.remove()
    this.#disableHandler(handler)
    this.#run?.handlers.delete(handler)
  }

  failSaves(times: number): void {
    this.#disk?.failSaves(times)
  }

  /** Checks the invariants that hold whenever no task is pending. */
  check(): void {
    const violation = this.#violation ?? this.#disk?.violation
    if (violation) throw violation
    if (!this.#run) return
    for (const handler of this.#run.handlers.keys()) if (handler.violation) throw handler.violation
    this.#checkFreshness(this.#run)
    this.#checkState(this.#run)
    this.#checkReferences(this.#run)
    this.#checkIndexes(this.#run)
  }

  /** Rows are not live when nothing has arrived for longer than two idle timeouts. */
  #checkFreshness({ informer }: InformerRun): void {
    const silentMs = this.#environment.clock.now() - this.#environment.arrivedAt()
    ensure(
      freshnessOf(informer.status).state !== 'live' || silentMs <= LONGEST_SILENCE_MS,
      () => `invariant 8: the rows are live, and nothing has arrived for ${silentMs / 1000} s`,
    )
  }

  /** Checks the invariants that hold after the recovery time without faults. */
  checkRecovered(resourceVersion: string): void {
    this.check()
    if (!this.#run) return
    const { informer, handlers } = this.#run
    const { data, link, error } = informer.status
    ensure(
      data === 'complete' && link === 'live',
      () => `the informer has data ${data}, link ${link}, error ${error?.message}`,
    )
    const expected = [...this.#expected(resourceVersion).values()].map(canonicalJson).sort()
    const cached = informer.indexer
      .list()
      .map(item => canonicalJson('body' in item ? readObject(item) : item))
    ensure(
      JSON.stringify(cached.sort()) === JSON.stringify(expected),
      () =>
        `invariant 1 (the cache equals the server's list): it has ${cached.length} objects, the list has ${expected.length}`,
    )
    for (const handler of handlers.keys()) {
      if (handler.behavior === 'stuck') continue
      ensure(
        isSame(new Set(handler.objects.values()), new Set(informer.indexer.list())),
        () => `invariants 2 and 6: the state of a ${handler.behavior} handler differs from the cache`,
      )
    }
  }

  /** The cache equals the server's state at the resourceVersion that the informer would resume from. */
  #checkState({ informer }: InformerRun): void {
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
        `invariants 1 and 4, at resourceVersion ${lastSyncResourceVersion}: ${cached.length} objects, the server had ${expected.size}` +
        (wrong === undefined ? '' : `; ${metaNamespaceKey(wrong, this.#access)} differs`),
    )
  }

  #checkReferences(run: InformerRun): void {
    const now = new Map(run.informer.indexer.list().map(item => [metaNamespaceKey(item, this.#access), item]))
    for (const [key, item] of now) {
      const before = run.lastItems.get(key)
      const isSameState =
        before !== undefined &&
        this.#access.uid(before) === this.#access.uid(item) &&
        this.#access.resourceVersion(before) === this.#access.resourceVersion(item)
      ensure(
        !isSameState || before === item,
        () => `invariant 7: ${key} has a new reference for an unchanged state`,
      )
    }
    run.lastItems = now
  }

  #checkIndexes({ informer }: InformerRun): void {
    const { indexer } = informer
    const nodeOf = (item: Item) => this.#read(item, ['spec', 'nodeName'])
    for (const [name, valuesOf] of [
      ['node', (item: Item) => nodeOf(item).filter(value => value !== '')],
      ['app', (item: Item) => this.#appOf(item)],
      ['namespace', (item: Item) => [this.#access.namespace(item)]],
    ] as const) {
      const expected = Map.groupBy(
        indexer.list().flatMap(item => valuesOf(item).map(value => ({ value, item }))),
        ({ value }) => value,
      )
      const values = indexer.listIndexFuncValues(name)
      ensure(
        isSame(new Set(values), new Set(expected.keys())),
        () => `invariant 3: index ${name} has the values ${[...values]} expected ${[...expected.keys()]}`,
      )
      for (const [value, members] of expected)
        ensure(
          isSame(new Set(indexer.byIndex(name, value)), new Set(members.map(({ item }) => item))),
          () => `invariant 3: index ${name} has wrong items for ${value}`,
        )
    }
  }

  /** The Pods of this informer's scope at a resourceVersion. */
  #expected(resourceVersion: string): ReadonlyMap<string, Pod> {
    const { namespace, includes } = this.#scope
    const state = [...this.#environment.log.podsAt(resourceVersion)]
    return new Map(
      state.filter(([, pod]) => (!namespace || pod.metadata.namespace === namespace) && includes(pod)),
    )
  }

  #listerWatcher(stop: AbortSignal): ListerWatcher<Item> {
    const fetch: Fetch = (input, init) => {
      if (stop.aborted)
        this.#violation ??= new Violation('invariant 5 (no activity after stop): a request after stop')
      return this.#environment.fetch(input, init)
    }
    const client = createKubeClient({ baseUrl: 'http://fake', fetch, clock: this.#environment.clock })
    const { namespace, labelSelector, fieldSelector } = this.#scope
    const scope = { namespace, labelSelector, fieldSelector }
    const { form, encoding } = this.#plan
    return form === 'row'
      ? (createListWatch(client, pods, { ...scope, form, encoding }) as ListerWatcher<Item>)
      : (createListWatch(client, pods, scope) as ListerWatcher<Item>)
  }

  #appOf(item: Item): string[] {
    const app = this.#access.labels(item).app
    return app === undefined ? [] : [app]
  }

  #read(item: Item, path: readonly string[]): string[] {
    const value = this.#access.readPath(item, path)
    return value === undefined || value === null ? [] : [String(value)]
  }

  /** The handler must not be called again; the next check reports a call. */
  #disableHandler(handler: CheckedHandler<Item>): void {
    handler.removed = true
    handler.onViolation = violation => {
      this.#violation ??= violation
    }
  }
}

/** JSON with sorted members. */
const canonicalJson = (pod: Pod): string =>
  JSON.stringify(pod, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const isSame = <V>(a: ReadonlySet<V>, b: ReadonlySet<V>): boolean =>
  a.size === b.size && [...a].every(value => b.has(value))
