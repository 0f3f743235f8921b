import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { CacherRig } from '../test/cacher-rig.ts'
import { QueueBudget } from './queue-budget.ts'

/** The size of an event, and of an entry of a queue. */
const EVENT = 64
const ENTRY = 16

const rigWith = (perWatch: number, total = Number.POSITIVE_INFINITY) => {
  const budget = new QueueBudget({ perWatch: perWatch * EVENT, total: total * (EVENT + ENTRY) })
  return { budget, rig: new CacherRig({ queueBudget: budget }).load() }
}
const putMany = (rig: CacherRig, count: number): void => {
  for (let each = 0; each < count; each++) rig.put('ns/foo')
}
const open = async (rig: CacherRig) => rig.open({ resourceVersion: '1000' })

test('a watch over its budget ends without a gap, at once, and delays no other', async () => {
  const { rig, budget } = rigWith(10)
  const stalled = (await open(rig)).stall()
  const fast = await open(rig)
  putMany(rig, 10)
  await rig.clock.settle()
  expect([fast.received.length, budget.bytes, rig.cacher.openWatches]).toEqual([10, 10 * (EVENT + ENTRY), 2])
  putMany(rig, 1)
  await rig.clock.settle()
  expect([fast.received.length, budget.bytes, budget.closed, rig.cacher.openWatches]).toEqual([11, 0, 1, 1])
  stalled.resume()
  expect([stalled.received, stalled.isOver]).toEqual([[], true])
  expect(rig.clock.pendingTimers).toBe(1)
})

test('reports once that a queue exceeds a quarter of its limit, until it was read', async () => {
  const onFilling = vi.fn()
  const budget = new QueueBudget({ perWatch: 20 * EVENT, onFilling })
  const rig = new CacherRig({ queueBudget: budget }).load()
  const reader = (await open(rig)).stall()
  putMany(rig, 5)
  expect(onFilling).toHaveBeenCalledTimes(0)
  putMany(rig, 10)
  expect(onFilling).toHaveBeenCalledTimes(1)
  reader.resume()
  reader.stall()
  putMany(rig, 6)
  expect(onFilling).toHaveBeenCalledTimes(2)
})

describe('without options, the limit', () => {
  const MIB = 1024 * 1024
  const queueOf = (budget: QueueBudget, size: number) => {
    const queue = { queuedBytes: size, overflow: vi.fn(), holders: 0, size }
    budget.added(queue, queue)
    return queue
  }

  test.each([
    [4 * MIB, 0],
    [4 * MIB + 1, 1],
  ])('of a watch is 4 MiB: with %i bytes, %i are closed', (size, closed) => {
    const budget = new QueueBudget()
    expect([queueOf(budget, size).overflow.mock.calls.length, budget.closed]).toEqual([closed, closed])
  })

  test.each([
    [0, 0],
    [1, 1],
  ])('of all watches is 64 MiB: with %i bytes more, %i are closed', (more, closed) => {
    const budget = new QueueBudget({ perWatch: Number.POSITIVE_INFINITY })
    const first = queueOf(budget, 32 * MIB)
    first.overflow.mockImplementation(() => {
      first.queuedBytes = 0
      budget.removed(first, [first])
    })
    queueOf(budget, 32 * MIB - 2 * ENTRY + more).overflow.mockImplementation(() => {
      throw new Error('not the largest')
    })
    expect([first.overflow.mock.calls.length, budget.closed]).toEqual([closed, closed])
  })
})

test('over the total budget, the watch that queues most ends', async () => {
  const { rig, budget } = rigWith(100, 23)
  const early = (await open(rig)).stall()
  putMany(rig, 12)
  const late = (await rig.open({ resourceVersion: rig.cacher.resourceVersion })).stall()
  putMany(rig, 10)
  await rig.clock.settle()
  expect([budget.closed, budget.bytes, rig.cacher.openWatches]).toEqual([1, 10 * (EVENT + ENTRY), 1])
  early.resume()
  late.resume()
  expect([early.received.length, early.isOver, late.received.length, late.isOver]).toEqual([
    0,
    true,
    10,
    false,
  ])
  expect(budget.bytes).toBe(0)
})

test('over the total budget, a watch that has ended and was not read loses what is queued', async () => {
  const { rig, budget } = rigWith(100, 20)
  const ended = (await open(rig)).stall()
  putMany(rig, 12)
  ended.watch.end()
  const late = (await rig.open({ resourceVersion: rig.cacher.resourceVersion })).stall()
  putMany(rig, 10)
  await rig.clock.settle()
  expect([budget.closed, budget.bytes, rig.cacher.openWatches]).toEqual([1, 10 * (EVENT + ENTRY), 1])
  ended.resume()
  late.resume()
  expect([ended.received.length, ended.isOver, late.received.length, late.isOver]).toEqual([
    0,
    true,
    10,
    false,
  ])
})

test('what is queued never exceeds the budget, and readers receive a prefix of the events without gaps', async () => {
  const step = fc.oneof(
    fc.record({ put: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ stall: fc.nat(3) }),
    fc.record({ resume: fc.nat(3) }),
    fc.record({ end: fc.nat(3) }),
    fc.record({ close: fc.nat(3) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const { rig, budget } = rigWith(8, 20)
      const readers = await Promise.all([0, 1, 2, 3].map(() => open(rig)))
      let written = 0
      for (const one of steps) {
        if ('put' in one) {
          putMany(rig, one.put)
          written += one.put
        } else if ('stall' in one) readers[one.stall]?.stall()
        else if ('resume' in one) readers[one.resume]?.resume()
        else if ('end' in one) readers[one.end]?.watch.end()
        else readers[one.close]?.watch.close()
        expect(budget.bytes).toBeLessThanOrEqual(20 * (EVENT + ENTRY))
        await rig.clock.settle()
      }
      for (const reader of readers) {
        reader.resume()
        expect(reader.received).toEqual(
          Array.from(
            { length: reader.received.length },
            (_, index) => `${index === 0 ? 'A' : 'M'} ns/foo@${1001 + index}`,
          ),
        )
        if (!reader.isOver) expect(reader.received).toHaveLength(written)
      }
      expect(budget.bytes).toBe(0)
    }),
  )
})
