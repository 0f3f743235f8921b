import {
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  generatePods,
  type Pod,
  pods,
  seededRandom,
} from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { Random } from '../../api/clock.ts'
import { uncheckedPath } from '../../api/field-path.ts'
import { DeletedFinalStateUnknown, metaNamespaceKey } from '../../api/keys.ts'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { readObject } from '../../row/read-row.ts'
import type { ResourceEventHandler } from '../handlers/event-handler.ts'
import { byPath } from '../store/index-function.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'

/**
 * Half an hour of an unkind network in virtual time: streams end, break in a frame, fall silent, expire; requests vanish
 * or are rejected; the history is compacted; the informer reconnects; and objects change all the time. Afterwards the cache must equal the
 * server's list, every index must agree, and every handler must have seen a legal history.
 */

const MINUTE = 60_000

function addFaults(server: FakeApiserver): void {
  const often = [
    { match: { watch: true }, probability: 0.3, action: { type: 'end', afterMs: 20_000 } },
    { match: { watch: true }, probability: 0.2, action: { type: 'truncate', afterEvents: 3 } },
    { match: { watch: true }, probability: 0.1, action: { type: 'expired' } },
    { match: { watch: true }, probability: 0.1, action: { type: 'end' } },
    { match: { watch: true }, probability: 0.05, action: { type: 'stall', afterEvents: 2 } },
    { probability: 0.1, action: { type: 'status', code: 500 } },
    { probability: 0.05, action: { type: 'status', code: 429, retryAfterSeconds: 1 } },
    { probability: 0.05, action: { type: 'drop' } },
    { match: { watch: false }, probability: 0.05, action: { type: 'truncate', afterEvents: 7 } },
    { match: { watch: false }, probability: 0.05, action: { type: 'expired' } },
    { probability: 0.2, action: { type: 'delay', ms: 3_000 } },
  ] as const
  for (const rule of often) server.faults.add(rule)
}

/** One write: mostly a change of a Pod, sometimes a deletion, a creation, or the same name anew. */
function writeOnce(server: FakeApiserver, random: Random, spare: Pod[]): void {
  const existing = server.list(pods)
  const victim = existing[Math.floor(random() * existing.length)]
  const dice = random()
  if (victim === undefined || dice < 0.15) {
    const next = spare.pop()
    if (next) server.create(next)
  } else if (dice < 0.3) {
    spare.unshift(server.delete(victim))
  } else if (dice < 0.35) {
    server.delete(victim)
    server.create(victim)
  } else {
    const nodeName = `node-${Math.floor(random() * 5)}`
    server.update({ ...victim, spec: { ...victim.spec, nodeName } as Pod['spec'] })
  }
}

/** Throws as soon as a history is not legal: add, updates from the very object last given, delete. */
function watchHistory<T>(access: ObjectAccess<T>): ResourceEventHandler<T> & { held: Map<string, T> } {
  const held = new Map<string, T>()
  const keyOf = (object: T) => metaNamespaceKey(object, access)
  return {
    held,
    onAdd: object => {
      expect(held.has(keyOf(object))).toBe(false)
      held.set(keyOf(object), object)
    },
    onUpdate: (before, after) => {
      expect(held.get(keyOf(before))).toBe(before)
      held.set(keyOf(after), after)
    },
    onDelete: object => {
      const key = object instanceof DeletedFinalStateUnknown ? object.key : keyOf(object)
      expect(held.delete(key)).toBe(true)
    },
  }
}

const withoutManagedFields = ({ metadata, ...rest }: Pod): unknown => {
  const { managedFields: _, ...kept } = metadata ?? {}
  return { ...rest, metadata: kept }
}

const byKey = (objects: readonly Pod[]): Map<string, unknown> =>
  new Map(objects.map(object => [metaNamespaceKey(object), withoutManagedFields(object)]))

async function survive<T>(
  seed: number,
  listerWatcher: (server: FakeApiserver) => ListerWatcher<T>,
  decode: (item: T) => Pod,
  queue: 'delta' | 'real' = 'delta',
): Promise<void> {
  const clock = new FakeClock()
  const random = seededRandom(seed)
  const all = generatePods({ count: 80, seed })
  const server = createFakeApiserver({ clock, random, objects: all.slice(0, 50) })
  addFaults(server)
  const spare = [...all.slice(50)]

  const lw = listerWatcher(server)
  const access = lw.access ?? (objectAccess as ObjectAccess<T>)
  const errors: unknown[] = []
  const informer = new SharedIndexInformer<T>({
    listerWatcher: lw,
    queue,
    indexers: { node: byPath(uncheckedPath('spec.nodeName')) },
    onHandlerError: error => errors.push(error),
    clock,
    random,
  })
  const history = watchHistory(access)
  informer.addEventHandler(history)
  const controller = new AbortController()
  const done = informer.run(controller.signal)

  for (let elapsed = 0; elapsed < 30 * MINUTE; elapsed += 5_000) {
    for (let writes = Math.floor(random() * 6); writes > 0; writes--) writeOnce(server, random, spare)
    if (random() < 0.02) server.compact()
    if (random() < 0.02) server.relist()
    if (random() < 0.02) server.dropWatches()
    if (random() < 0.05) informer.reconnect()
    await clock.advance(5_000)
  }
  server.faults.clear()
  await clock.advance(3 * MINUTE)

  expect(errors).toEqual([])
  expect(byKey(informer.indexer.list().map(decode))).toEqual(byKey(server.list(pods)))
  expect(new Set(history.held.values())).toEqual(new Set(informer.indexer.list()))
  for (const node of informer.indexer.listIndexFuncValues('node')) {
    const expected = informer.indexer.list().filter(item => decode(item).spec?.nodeName === node)
    expect(expected.length).toBeGreaterThan(0)
    expect(new Set(informer.indexer.byIndex('node', node))).toEqual(new Set(expected))
  }
  // The network was as unkind as intended, and the stop is complete.
  expect(informer.status).toMatchObject({ data: 'complete', link: 'live' })
  expect(informer.status.counters.relists).toBeGreaterThan(5)
  expect(informer.status.counters.restarts).toBeGreaterThan(5)
  controller.abort()
  await done
  await clock.settle()
  expect(clock.pendingTimers).toBe(0)
  expect(server.openWatches).toBe(0)
}

const clientOf = (server: FakeApiserver) =>
  createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock: server.clock })

describe('invariants 1 to 3 and 5, over thirty minutes of random stream ends, 410s and 500s', () => {
  test.each([1, 2, 3])('objects, seed %i', async seed => {
    await survive(
      seed,
      server => createListWatch(clientOf(server), pods),
      pod => pod,
    )
  })

  test.each([7, 8])('objects through RealFIFO, seed %i', async seed => {
    await survive(
      seed,
      server => createListWatch(clientOf(server), pods),
      pod => pod,
      'real',
    )
  })

  test.each([4, 5, 6])('rows, seed %i', async seed => {
    await survive(seed, server => createListWatch(clientOf(server), pods, { form: 'row' }), readObject)
  })
})
