import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DeletedFinalStateUnknown, metaNamespaceKey } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { Notification } from '../handlers/event-handler.ts'
import { applyDeltas } from '../informer/process-deltas.ts'
import { type IndexFunction, metaNamespaceIndex } from '../store/index-function.ts'
import { Indexer } from '../store/indexer.ts'
import { DeltaFIFO } from './delta-fifo.ts'
import type { PopProcess, Queue } from './queue.ts'
import { RealFIFO } from './real-fifo.ts'

/**
 * Random histories of a server, told to a queue as a Reflector tells them: a list first, events while the link
 * is up, another list after it was down. The consumer pops now and then. In the end the cache must be the server's
 * state, and on the way everybody must have seen a legal history.
 */

const HISTORIES = process.env.LONG ? 10_000 : 500

interface Labelled extends KubernetesObject {
  readonly labels: readonly string[]
}
const byLabel: IndexFunction<Labelled> = object => object.labels

const QUEUES: Record<string, (known: Indexer<Labelled>) => Queue<Labelled>> = {
  'DeltaFIFO, atomic': knownObjects => new DeltaFIFO<Labelled>({ knownObjects, atomic: true, batchSize: 3 }),
  'DeltaFIFO, by key': knownObjects =>
    new DeltaFIFO<Labelled>({ knownObjects, emitDeltaTypeReplaced: true, batchSize: 3 }),
  'RealFIFO, atomic': () => new RealFIFO<Labelled>({ batchSize: 3 }),
  'RealFIFO, by key': knownObjects => new RealFIFO<Labelled>({ knownObjects, batchSize: 3 }),
}

const name = fc.constantFrom('a', 'b', 'c', 'd')
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      name,
      labels: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('pop' as const, 'popBatch' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('repeat', 'disconnect', 'relist', 'relist', 'resync', 'bookmark'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The server, and what its Reflector would tell the queue. */
class World {
  readonly objects = new Map<string, Labelled>()
  version = 0
  #connected = false
  #uids = 0
  #lastEvent: (() => void) | undefined
  readonly #queue: Queue<Labelled>

  constructor(queue: Queue<Labelled>) {
    this.#queue = queue
  }

  put(name: string, labels: readonly string[]): void {
    const before = this.objects.get(name)
    const uid = before?.metadata?.uid ?? `uid-${this.#uids++}`
    const object = { metadata: { name, uid, resourceVersion: String(++this.version) }, labels }
    this.objects.set(name, object)
    this.#tell(() => (before ? this.#queue.update(object) : this.#queue.add(object)))
  }

  delete(name: string): void {
    const before = this.objects.get(name)
    if (!before) return
    this.objects.delete(name)
    const metadata = { ...before.metadata, resourceVersion: String(++this.version) }
    this.#tell(() => this.#queue.delete({ ...before, metadata }))
  }

  /** The last event once more, as some servers do. */
  repeat(): void {
    if (this.#connected) this.#lastEvent?.()
  }

  disconnect(): void {
    this.#connected = false
  }

  relist(): void {
    this.#connected = true
    this.#lastEvent = undefined
    const copies = [...this.objects.values()].map(object => structuredClone(object))
    this.#queue.replace(copies, String(this.version))
  }

  resync(): void {
    this.#queue.resync()
  }

  bookmark(): void {
    if (this.#connected) this.#queue.bookmark?.(String(this.version))
  }

  /** The events must have been enough, unless the link is down. */
  finish(): void {
    if (!this.#connected) this.relist()
    this.bookmark()
  }

  #tell(event: () => void): void {
    if (!this.#connected) return
    this.#lastEvent = event
    event()
  }
}

/** Checks each notification against the last thing that was told of its key (invariants 2 and 7). */
class History {
  readonly held = new Map<string, Labelled>()

  tell(notification: Notification<Labelled>): void {
    switch (notification.type) {
      case 'add':
        expect(this.held.has(metaNamespaceKey(notification.object))).toBe(false)
        this.held.set(metaNamespaceKey(notification.object), notification.object)
        return
      case 'update': {
        const { oldObject, object } = notification
        expect(this.held.get(metaNamespaceKey(oldObject))).toBe(oldObject)
        const [before, after] = [oldObject.metadata, object.metadata]
        const same = before?.uid === after?.uid && before?.resourceVersion === after?.resourceVersion
        expect(oldObject === object).toBe(same)
        this.held.set(metaNamespaceKey(object), object)
        return
      }
      case 'delete': {
        // Also for a deleted key: by S-28 a repeated deletion is delivered again.
        const { object } = notification
        this.held.delete(object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object))
      }
    }
  }
}

/** Every index equals what its function says of the stored objects, and no empty value stays (invariant 3). */
function checkIndexes(indexer: Indexer<Labelled>): void {
  const stored = indexer.list()
  expect(new Set(indexer.listIndexFuncValues('label'))).toEqual(
    new Set(stored.flatMap(({ labels }) => labels)),
  )
  for (const label of ['x', 'y', 'z']) {
    const expected = stored.filter(({ labels }) => labels.includes(label))
    expect(new Set(indexer.byIndex('label', label))).toEqual(new Set(expected))
  }
}

async function survive(steps: readonly Step[], newQueue: (known: Indexer<Labelled>) => Queue<Labelled>) {
  const indexer = new Indexer<Labelled>({ indexers: { label: byLabel, namespace: metaNamespaceIndex } })
  const queue = newQueue(indexer)
  const world = new World(queue)
  const history = new History()
  let wasInitial = true

  const process: PopProcess<Labelled> = (deltas, isInInitialList) => {
    // Once the initial list is over it stays over.
    expect(isInInitialList && !wasInitial).toBe(false)
    wasInitial = isInInitialList
    const before = indexer.list()
    const access: ObjectAccess<Labelled> = objectAccess
    const target = { indexer, access, isInInitialList }
    const notifications = applyDeltas(deltas, target, error => {
      throw error
    })
    for (const notification of notifications) history.tell(notification)
    const changed = notifications.some(
      received => received.type !== 'update' || received.oldObject !== received.object,
    )
    if (!changed) expect(indexer.list()).toBe(before)
    expect(new Set(history.held.values())).toEqual(new Set(indexer.list()))
    checkIndexes(indexer)
  }

  for (const each of steps) {
    if (each.do === 'put') world.put(each.name, each.labels)
    else if (each.do === 'delete') world.delete(each.name)
    else if (each.do !== 'pop' && each.do !== 'popBatch') world[each.do as 'relist']()
    else if (queue.length > 0) await queue[each.do](process)
  }
  world.finish()
  queue.close()
  while (await queue.popBatch(process));
  expect(queue.hasSynced()).toBe(true)
  expect(new Map(indexer.list().map(object => [metaNamespaceKey(object), object]))).toEqual(world.objects)
  return { indexer, world }
}

describe('invariants 1, 2, 3 and 7, over random histories', () => {
  test.each(Object.entries(QUEUES))(
    '%s',
    async (queueName, newQueue) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async steps => {
          const { indexer, world } = await survive(steps, newQueue)
          if (queueName.endsWith('atomic'))
            expect(indexer.lastStoreSyncResourceVersion).toBe(String(world.version))
        }),
        { numRuns: HISTORIES },
      )
    },
    10 * 60_000,
  )
})
