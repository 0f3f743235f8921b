import type { KubernetesObject } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { CacheEvent } from '../history/cache-event.ts'
import { History } from '../history/history.ts'
import { SortedTree } from '../history/sorted-tree.ts'
import { CachedObject } from '../items/cached-object.ts'
import { Selection } from '../requests/selection.ts'
import { POD, podAt, short } from '../test/cacher-rig.ts'
import { BookmarkDelivery, type Delivery, ObjectDelivery } from './delivery.ts'
import { InitialHistory, InitialState } from './initial-events.ts'
import { QueueBudget } from './queue-budget.ts'
import { WatchQueue, type WatchQueueOptions } from './watch-queue.ts'

const EVERYTHING = new Selection({})
const item = (key: string, version: number): CachedObject => new CachedObject(podAt(key, version))
const stateOf = (count: number) =>
  SortedTree.of(Array.from({ length: count }, (_, at) => item(`ns/${String(at).padStart(4, '0')}`, 1)))
const mark = () => new BookmarkDelivery(POD, '1', true)

/** A queue with the calls that it makes to its cache. */
function open(options: Partial<WatchQueueOptions<KubernetesObject>> = {}) {
  const host = { wake: vi.fn(), hasRoom: vi.fn(), leave: vi.fn() }
  const queue = new WatchQueue({ host, startRevision: '0', size: 2, deadline: 9, ...options })
  const offer = (revision: number): boolean =>
    queue.offer(new ObjectDelivery('MODIFIED', item('ns/a', revision)), String(revision))
  const bookmark = (revision: number): void =>
    queue.offerBookmark(new BookmarkDelivery(POD, String(revision), false), String(revision))
  const calls = () => [
    host.wake.mock.calls.length,
    host.hasRoom.mock.calls.length,
    host.leave.mock.calls.length,
  ]
  return { host, queue, offer, bookmark, calls }
}

const shorts = (deliveries: readonly Delivery[]) => deliveries.map(short)
const modified = (...revisions: number[]) => revisions.map(revision => `M ns/a@${revision}`)

describe('a queue', () => {
  test('has room for two buffers and the event between them, and says when there is room again', () => {
    const { queue, offer, calls } = open({ size: 2 })
    expect([queue.hasUnread, queue.isOver, queue.deadline, queue.queuedBytes]).toEqual([false, false, 9, 0])
    expect([1, 2, 3, 4, 5, 6, 6].map(offer)).toEqual([true, true, true, true, true, false, false])
    expect([queue.hasUnread, ...calls()]).toEqual([true, 1, 0, 0])
    expect(shorts(queue.take(1))).toEqual(modified(1))
    expect(calls()).toEqual([1, 1, 0])
    expect(offer(6)).toBe(true)
    expect(shorts(queue.take(9))).toEqual(modified(2, 3, 4, 5, 6))
    expect([queue.hasUnread, queue.take().length, ...calls()]).toEqual([false, 0, 1, 1, 0])
    // An empty queue wakes its reader with the next event.
    expect([offer(7), ...calls()]).toEqual([true, 2, 1, 0])
  })

  test.each([1, 2, 3])('of three events returns the oldest %i', max => {
    const { queue, offer } = open()
    for (const revision of [1, 2, 3]) offer(revision)
    expect(shorts(queue.take(max))).toEqual(modified(...[1, 2, 3].slice(0, max)))
    expect(shorts(queue.take())).toEqual(modified(...[1, 2, 3].slice(max)))
  })

  test('skips events up to its start revision, and compares no later one', () => {
    const { queue, offer, calls } = open({ startRevision: '10' })
    expect([9, 10].map(offer)).toEqual([true, true])
    expect([queue.hasUnread, ...calls()]).toEqual([false, 0, 0, 0])
    expect([11, 3].map(offer)).toEqual([true, true])
    expect(shorts(queue.take())).toEqual(modified(11, 3))
  })

  test('queues a bookmark only if there is room and it is newer than the start revision', () => {
    const { queue, offer, bookmark } = open({ size: 1, startRevision: '10' })
    for (const revision of [9, 10, 11, 12, 13, 14]) bookmark(revision)
    expect(shorts(queue.take())).toEqual(['B@11', 'B@12', 'B@13'])
    offer(15)
    bookmark(3)
    expect(shorts(queue.take())).toEqual([...modified(15), 'B@3'])
    queue.end()
    bookmark(20)
    expect(queue.hasUnread).toBe(false)
  })

  test('that has ended takes no more events; those that it has can be read', () => {
    const { queue, offer, calls } = open()
    offer(1)
    queue.end()
    queue.end()
    expect([queue.hasEnded, queue.isOver, ...calls()]).toEqual([true, false, 2, 0, 1])
    expect(offer(2)).toBe(true)
    expect(shorts(queue.take())).toEqual(modified(1))
    expect([queue.isOver, queue.hasUnread]).toEqual([true, false])
  })

  test('that is closed discards its events', () => {
    const { queue, offer, calls } = open({ mark: mark(), initial: new InitialState(stateOf(1), EVERYTHING) })
    offer(1)
    queue.close()
    expect([queue.take().length, queue.isOver, ...calls()]).toEqual([0, true, 2, 0, 1])
    queue.close()
    expect(calls()).toEqual([2, 0, 1])
  })

  test('notifies a function or an object', () => {
    const { queue } = open()
    expect(() => queue.notify()).not.toThrow()
    const [first, second] = [vi.fn(), vi.fn()]
    queue.onReadable(first)
    queue.notify()
    queue.onReadable({ handleReadable: second })
    queue.notify()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  })

  test('closes when its signal aborts, and listens no longer than it is open', () => {
    const { signal, abort } = listened()
    const { queue, offer, calls } = open({ signal })
    offer(1)
    abort()
    expect([queue.isOver, ...calls()]).toEqual([true, 2, 0, 1])
  })

  test.each<[string, (queue: WatchQueue<KubernetesObject>) => void]>([
    ['end', queue => queue.end()],
    ['overflow', queue => queue.overflow()],
  ])('that has ended by %s no longer listens to its signal', (_, end) => {
    const { signal } = listened()
    const remove = vi.spyOn(signal, 'removeEventListener')
    const { queue } = open({ signal })
    end(queue)
    expect(remove).toHaveBeenCalledWith('abort', queue)
  })
})

function listened() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

describe('a queue with initial events', () => {
  test('has one buffer for new events until the end bookmark was read', () => {
    const { queue, offer, calls } = open({
      size: 2,
      initial: new InitialState(stateOf(3), EVERYTHING),
      mark: mark(),
    })
    expect([5, 6, 7].map(offer)).toEqual([true, true, false])
    expect(shorts(queue.take(2))).toEqual(['A ns/0000@1', 'A ns/0001@1'])
    expect(shorts(queue.take(1))).toEqual(['A ns/0002@1'])
    expect([offer(7), ...calls()]).toEqual([false, 1, 0, 0])
    expect(shorts(queue.take(1))).toEqual(['B@1 end'])
    expect([offer(7), offer(8), offer(9), offer(10), ...calls()]).toEqual([true, true, true, false, 1, 1, 0])
    expect(shorts(queue.take())).toEqual(modified(5, 6, 7, 8, 9))
  })

  test.each([1, 3, 99, 100, 101, 500])('returns each of them once, in order, %i at a time', max => {
    const { queue, offer } = open({
      initial: new InitialState(stateOf(205), EVERYTHING),
      mark: mark(),
      size: 9,
    })
    offer(5)
    const batches: string[][] = []
    while (queue.hasUnread) batches.push(shorts(queue.take(max)))
    expect(batches.flat()).toEqual([
      ...Array.from({ length: 205 }, (_, at) => `A ns/${String(at).padStart(4, '0')}@1`),
      'B@1 end',
      ...modified(5),
    ])
    for (const batch of batches.slice(0, -1)) expect(batch).toHaveLength(max)
  })

  test('that is cut before the end bookmark was read keeps them and what is queued', () => {
    const { queue, offer } = open({ initial: new InitialState(stateOf(2), EVERYTHING), mark: mark() })
    for (const revision of [5, 6]) offer(revision)
    queue.cut()
    expect(shorts(queue.take())).toEqual(['A ns/0000@1', 'A ns/0001@1', 'B@1 end', ...modified(5, 6)])
    expect(queue.isOver).toBe(true)
  })

  test('that is cut while they are not marked discards what would follow a gap', () => {
    const { queue, offer } = open({ initial: new InitialState(stateOf(2), EVERYTHING) })
    offer(5)
    queue.cut()
    expect([queue.take().length, queue.isOver]).toEqual([0, true])
  })

  test('that is cut after them keeps the events that had left the cache', () => {
    const { queue, offer, calls } = open({ size: 2 })
    for (const revision of [1, 2, 3, 4, 5]) offer(revision)
    queue.cut()
    queue.cut()
    expect([shorts(queue.take()), queue.isOver, ...calls()]).toEqual([modified(1, 2), true, 2, 0, 1])
  })

  test('that has ended is not cut', () => {
    const { queue, offer } = open({ size: 2 })
    for (const revision of [1, 2, 3]) offer(revision)
    queue.end()
    queue.cut()
    expect(shorts(queue.take())).toEqual(modified(1, 2, 3))
  })

  test('ends when the history has dropped the next of them', () => {
    const { history, push } = historyOf(10)
    const { queue, offer, calls } = open({
      initial: new InitialHistory(history, EVERYTHING, history.since('0')),
    })
    expect(shorts(queue.take(3))).toEqual(['A ns/a@1', 'A ns/a@2', 'A ns/a@3'])
    offer(50)
    push(3)
    expect(shorts(queue.take(1))).toEqual(['A ns/a@4'])
    push(2)
    expect([queue.take().length, queue.isOver, ...calls()]).toEqual([0, true, 2, 0, 1])
  })
})

/** A full history of this many events. */
function historyOf(capacity: number) {
  const history = new History({ capacity, lowerBound: capacity, upperBound: capacity })
  history.reset('0')
  let revision = 0
  const push = (count: number): void => {
    for (let each = 0; each < count; each++) {
      const current = item('ns/a', ++revision)
      history.push(new CacheEvent({ revision: String(revision), time: 0, previous: undefined, current }))
    }
  }
  push(capacity)
  return { history, push }
}

describe('the initial events', () => {
  test.each([
    [1, 1],
    [100, 100],
    [101, 100],
  ])('of a state, up to %i, are a chunk of %i', (max, length) => {
    expect(new InitialState(stateOf(205), EVERYTHING).next(max)).toHaveLength(length)
  })

  test.each([
    [1, 1],
    [100, 100],
    [101, 100],
  ])('of a history, up to %i, are a chunk of %i', (max, length) => {
    const { history } = historyOf(205)
    expect(new InitialHistory(history, EVERYTHING, history.since('0')).next(max)).toHaveLength(length)
  })

  test('of a state are those of the selection; a chunk may be empty', () => {
    const state = SortedTree.of([item('a/x', 1), item('b/x', 1), item('b/y', 1), item('c/x', 1)])
    const initial = new InitialState(
      state,
      new Selection({ namespace: 'b', fieldSelector: 'metadata.name!=x' }),
    )
    expect([initial.next(1), shorts(initial.next(5) ?? []), initial.next(5), initial.isBroken]).toEqual([
      [],
      ['A b/y@1'],
      undefined,
      false,
    ])
  })

  test('of a history are those between its start and the time of the watch', () => {
    const { history, push } = historyOf(10)
    const initial = new InitialHistory(history, EVERYTHING, history.since('8'))
    push(1)
    expect(shorts(initial.next(9) ?? [])).toEqual(['A ns/a@9', 'A ns/a@10'])
    push(50)
    // There is nothing to read any more, so nothing is missing.
    expect([initial.next(9), initial.isBroken]).toEqual([undefined, false])
  })
})

describe('a queue with a budget', () => {
  const EVENT_BYTES = 64

  test('has no other limit, and accounts for what it holds', () => {
    const budget = new QueueBudget()
    const { queue, offer } = open({ budget, size: 1 })
    for (let revision = 1; revision <= 10; revision++) expect(offer(revision)).toBe(true)
    expect([queue.queuedBytes, budget.bytes]).toEqual([10 * EVENT_BYTES, 10 * (EVENT_BYTES + 16)])
    expect(queue.take(4)).toHaveLength(4)
    expect([queue.queuedBytes, budget.bytes]).toEqual([6 * EVENT_BYTES, 6 * (EVENT_BYTES + 16)])
    queue.cut()
    expect([queue.take().length, queue.queuedBytes, budget.bytes]).toEqual([6, 0, 0])
  })

  test('that overflows discards everything, and leaves the cache after the current event', async () => {
    const budget = new QueueBudget({ perWatch: 3 * EVENT_BYTES })
    const { queue, offer, calls } = open({ budget, initial: new InitialState(stateOf(1), EVERYTHING) })
    expect([1, 2, 3, 4].map(offer)).toEqual([true, true, true, true])
    expect([queue.isOver, queue.queuedBytes, budget.bytes, budget.closed, ...calls()]).toEqual([
      true,
      0,
      0,
      1,
      1,
      0,
      0,
    ])
    await Promise.resolve()
    expect(calls()).toEqual([2, 0, 1])
    queue.overflow()
    await Promise.resolve()
    expect(calls()).toEqual([2, 0, 1])
  })

  test('that has ended overflows without leaving again', async () => {
    const { queue, offer, calls } = open({ budget: new QueueBudget() })
    offer(1)
    queue.end()
    queue.overflow()
    await Promise.resolve()
    expect([queue.take().length, ...calls()]).toEqual([0, 2, 0, 1])
  })
})

describe('the iterator of a queue', () => {
  test('serves reads in order, waits for more, and is done when the watch is over', async () => {
    const { queue, offer } = open()
    const iterator = queue[Symbol.asyncIterator]()
    offer(1)
    expect(shorts((await iterator.next()).value ?? [])).toEqual(modified(1))
    const [second, third, fourth] = [iterator.next(), iterator.next(), iterator.next()]
    offer(2)
    queue.notify()
    offer(3)
    queue.notify()
    expect([await second, await third].map(({ done, value }) => [done, shorts(value ?? [])])).toEqual([
      [false, modified(2)],
      [false, modified(3)],
    ])
    queue.end()
    queue.notify()
    expect(await fourth).toEqual({ done: true, value: undefined })
  })

  test('closes the watch when its reader leaves', async () => {
    const { queue, offer } = open()
    offer(1)
    for await (const batch of queue) {
      expect(batch).toHaveLength(1)
      offer(2)
      break
    }
    expect([queue.isOver, queue.take().length]).toEqual([true, 0])
  })
})

test('a queue of any size is a bounded first-in, first-out queue', () => {
  const step = fc.oneof(fc.record({ offer: fc.integer({ min: 1, max: 4 }) }), fc.record({ take: fc.nat(5) }))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.array(step, { maxLength: 30 }), (size, steps) => {
      const { queue, offer, calls } = open({ size })
      let model: number[] = []
      let [next, isFull, hasRoom] = [1, false, 0]
      for (const one of steps)
        if ('offer' in one)
          for (let each = 0; each < one.offer; each++) {
            const fits = model.length < 2 * size + 1
            expect(offer(next)).toBe(fits)
            if (fits) model.push(next++)
            else isFull = true
          }
        else {
          expect(shorts(queue.take(one.take))).toEqual(modified(...model.slice(0, one.take)))
          model = model.slice(one.take)
          if (isFull && model.length < 2 * size + 1) {
            isFull = false
            hasRoom++
          }
        }
      expect([queue.hasUnread, calls()[1]]).toEqual([model.length > 0, hasRoom])
    }),
    { numRuns: 100 },
  )
})
