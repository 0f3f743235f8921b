import { FakeClock, seededRandom } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { type Random, sleep } from '../../api/clock.ts'
import { DeletedFinalStateUnknown, metaNamespaceKey } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { MemorySource } from '../../test/memory-source.ts'
import { SharedIndexInformer } from '../informer/shared-index-informer.ts'
import type { HandlerRegistration, ResourceEventHandler } from './event-handler.ts'

/**
 * Random handlers: some throw, some are slow, some never return, some are added late and some are removed. In every
 * case the cache follows the server, and each handler receives a legal history, one call at a time.
 */
const HISTORIES = process.env.LONG ? 10_000 : 500

type Behavior = 'prompt' | 'slow' | 'throwing' | 'rejecting' | 'stuck'
const BEHAVIORS: readonly Behavior[] = ['prompt', 'slow', 'throwing', 'rejecting', 'stuck']

/** A handler that checks each notification, and then behaves as configured. */
class Witness implements ResourceEventHandler<KubernetesObject> {
  readonly behavior: Behavior
  readonly held = new Map<string, KubernetesObject>()
  readonly complaints: string[] = []
  calls = 0
  failures = 0
  /** Set once no call may follow. */
  gone = false
  #inside = false
  readonly #clock: FakeClock
  readonly #random: Random

  constructor(behavior: Behavior, clock: FakeClock, random: Random) {
    this.behavior = behavior
    this.#clock = clock
    this.#random = random
  }

  onAdd(object: KubernetesObject): void | Promise<void> {
    const key = metaNamespaceKey(object)
    this.#expect(!this.held.has(key), `add of ${key}, which is there`)
    this.held.set(key, object)
    return this.#behave()
  }

  onUpdate(before: KubernetesObject, after: KubernetesObject): void | Promise<void> {
    const key = metaNamespaceKey(after)
    this.#expect(this.held.get(key) === before, `update of ${key} from another state than the last`)
    this.held.set(key, after)
    return this.#behave()
  }

  onDelete(object: KubernetesObject | DeletedFinalStateUnknown<KubernetesObject>): void | Promise<void> {
    const key = object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object)
    this.#expect(this.held.delete(key), `deletion of ${key}, which is not there`)
    return this.#behave()
  }

  #expect(right: boolean, otherwise: string): void {
    if (!right) this.complaints.push(otherwise)
    if (this.gone) this.complaints.push('called after its end')
    if (this.#inside) this.complaints.push('called while it was still at work')
    this.calls++
  }

  #behave(): void | Promise<void> {
    const fails = this.#random() < 0.3
    if (this.behavior === 'throwing' && fails) {
      this.failures++
      throw new Error('a handler that throws')
    }
    if (this.behavior === 'prompt' || this.behavior === 'throwing') return undefined
    return this.#work(fails)
  }

  async #work(fails: boolean): Promise<void> {
    this.#inside = true
    await (this.behavior === 'stuck'
      ? new Promise(() => {})
      : sleep(this.#clock, Math.floor(this.#random() * 40)))
    this.#inside = false
    if (this.behavior !== 'rejecting' || !fails) return
    this.failures++
    throw new Error('a handler that rejects')
  }
}

interface Registered {
  readonly witness: Witness
  readonly registration: HandlerRegistration
}

async function live(seed: number): Promise<void> {
  const random = seededRandom(seed)
  const pick = <V>(values: readonly V[]): V => values[Math.floor(random() * values.length)] as V
  const clock = new FakeClock({ quietTicks: 2 })
  const source = new MemorySource()
  let reported = 0
  const informer = new SharedIndexInformer<KubernetesObject>({
    listerWatcher: source,
    queue: pick(['delta', 'real']),
    resyncPeriodMs: pick([0, 2_000]),
    onHandlerError: () => void reported++,
    clock,
    random,
  })
  const names = ['a', 'b', 'c', 'd']
  const everybody: Registered[] = []
  const present = new Set<Registered>()
  const join = () => {
    const witness = new Witness(pick(BEHAVIORS), clock, random)
    const registered = { witness, registration: informer.addEventHandler(witness) }
    everybody.push(registered)
    present.add(registered)
  }
  const leave = () => {
    const leaving = pick([...present])
    if (!leaving) return
    leaving.registration.remove()
    leaving.witness.gone = true
    present.delete(leaving)
  }

  const controller = new AbortController()
  for (const name of names.slice(0, 2)) source.write(name)
  join()
  const done = informer.run(controller.signal)
  for (let step = 0; step < 12; step++) {
    const dice = random()
    if (dice < 0.5) source.write(pick(names))
    else if (dice < 0.65) source.delete(pick(names))
    else if (dice < 0.7) source.dropWatches()
    else if (dice < 0.78) source.expire()
    else if (dice < 0.9) join()
    else leave()
    if (random() < 0.5) await clock.advance(Math.floor(random() * 600))
  }
  await clock.advance(120_000)

  // The cache equals the server's state.
  expect(new Map(informer.indexer.list().map(object => [metaNamespaceKey(object), object]))).toEqual(
    new Map([...source.objects.values()].map(object => [metaNamespaceKey(object), object])),
  )
  // Each handler received a legal history, and each that returned, all of it.
  expect(everybody.flatMap(({ witness }) => witness.complaints)).toEqual([])
  for (const { witness, registration } of present) {
    if (witness.behavior === 'stuck' && witness.calls > 0) continue
    expect(new Set(witness.held.values())).toEqual(new Set(informer.indexer.list()))
    if (witness.failures === 0) expect(registration.hasSynced()).toBe(true)
  }
  expect(reported).toBe(everybody.reduce((sum, { witness }) => sum + witness.failures, 0))

  // Abort takes precedence.
  source.write('a')
  controller.abort()
  for (const { witness } of everybody) witness.gone = true
  await Promise.all([done, clock.settle()])
  source.write('b')
  await clock.advance(60_000)
  expect(everybody.flatMap(({ witness }) => witness.complaints)).toEqual([])
  expect(clock.pendingTimers).toBe(0)
}

test(`invariants 2, 5 and 6: ${HISTORIES} histories of handlers that throw, stall, are added late and are removed`, {
  timeout: 600_000,
}, async () => {
  for (let seed = 1; seed <= HISTORIES; seed++) {
    await live(seed).catch((cause: unknown) => {
      throw new Error(`history ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    })
  }
})
