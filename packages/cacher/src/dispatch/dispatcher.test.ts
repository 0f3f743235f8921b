import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { expect, test, vi } from 'vitest'
import { CacheEvent } from '../history/cache-event.ts'
import { CachedObject } from '../items/cached-object.ts'
import { Selection } from '../requests/selection.ts'
import { podAt } from '../test/cacher-rig.ts'
import type { Delivery } from '../watch/delivery.ts'
import { type WatchHost, WatchQueue } from '../watch/watch-queue.ts'
import { Dispatcher } from './dispatcher.ts'
import { WatchRegistry } from './watch-registry.ts'

const EVERYTHING = new Selection({})
/** A queue of size 1 has room for three events. */
const ROOM = 3

const eventAt = (revision: number, key = 'ns/foo') =>
  new CacheEvent({
    revision: String(revision),
    time: 0,
    previous: undefined,
    current: new CachedObject(podAt(key, revision)),
  })

const versions = (deliveries: readonly Delivery[]) =>
  deliveries.map(delivery => ('resourceVersion' in delivery ? Number(delivery.resourceVersion) : 0))

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

class Fixture implements WatchHost<KubernetesObject> {
  readonly clock = new FakeClock()
  readonly registry = new WatchRegistry()
  readonly dispatcher = new Dispatcher(this.registry, this.clock)

  open(selection = EVERYTHING, size = 1): WatchQueue<KubernetesObject> {
    const watch = new WatchQueue({ host: this, startRevision: '0', size, deadline: 0 })
    this.registry.add(watch, selection)
    return watch
  }

  /** Opens a watch that is read whenever it is readable. */
  read(): number[] {
    const watch = this.open()
    const read: number[] = []
    watch.onReadable(() => read.push(...versions(watch.take())))
    return read
  }

  dispatch(first: number, last: number): void {
    for (const revision of upTo(last, first)) this.dispatcher.dispatch(eventAt(revision))
  }

  wake(watch: WatchQueue<KubernetesObject>): void {
    this.dispatcher.wake(watch)
  }

  hasRoom(watch: WatchQueue<KubernetesObject>): void {
    this.dispatcher.hasRoom(watch)
  }

  leave(watch: WatchQueue<KubernetesObject>): void {
    this.registry.remove(watch)
    this.dispatcher.release(watch)
  }
}

/** A fixture whose time budget is full: 100 ms. */
async function withBudget(): Promise<Fixture> {
  const fixture = new Fixture()
  await fixture.clock.advance(10_000)
  return fixture
}

test('an event is delivered to the watches that select it, and its revision is processed either way', () => {
  const fixture = new Fixture()
  const [all, other] = [fixture.open(), fixture.open(new Selection({ namespace: 'other' }))]
  expect(fixture.dispatcher.processed).toBe('0')
  fixture.dispatch(1, 2)
  expect(fixture.dispatcher.processed).toBe('2')
  expect(versions(all.take())).toEqual([1, 2])
  expect(other.take()).toEqual([])
  fixture.dispatcher.dispatch('7')
  expect([fixture.dispatcher.processed, all.take()]).toEqual(['7', []])
})

test('E07: events wait for a watch without room, and progress waits behind them', async () => {
  const fixture = await withBudget()
  const slow = fixture.open()
  const fast = fixture.read()
  fixture.dispatch(1, ROOM)
  await fixture.clock.settle()
  fixture.dispatch(ROOM + 1, ROOM + 2)
  fixture.dispatcher.dispatch('9')
  await fixture.clock.settle()
  // The event that has no room in one watch reaches the others.
  expect([fast, fixture.dispatcher.processed]).toEqual([upTo(ROOM + 1), String(ROOM + 1)])
  expect(versions(slow.take(2))).toEqual([1, 2])
  expect(fixture.dispatcher.processed).toBe(String(ROOM + 1))
  await fixture.clock.settle()
  expect([fast, fixture.dispatcher.processed]).toEqual([upTo(ROOM + 2), '9'])
  expect(versions(slow.take())).toEqual([3, 4, 5])
  expect([slow.hasEnded, fixture.clock.pendingTimers]).toEqual([false, 0])
})

test('E07: events wait until the last of several watches has room', async () => {
  const fixture = await withBudget()
  const [first, second] = [fixture.open(), fixture.open()]
  fixture.dispatch(1, ROOM + 2)
  first.take()
  await fixture.clock.settle()
  expect(fixture.dispatcher.processed).toBe(String(ROOM + 1))
  second.take()
  await fixture.clock.settle()
  expect(fixture.dispatcher.processed).toBe(String(ROOM + 2))
  expect([versions(first.take()), versions(second.take())]).toEqual([
    [4, 5],
    [4, 5],
  ])
})

test.each(['end', 'close'] as const)(
  'events stop waiting for a watch that another caller %ss',
  async method => {
    const fixture = await withBudget()
    const slow = fixture.open()
    const fast = fixture.read()
    fixture.dispatch(1, ROOM)
    await fixture.clock.settle()
    fixture.dispatch(ROOM + 1, ROOM + 2)
    slow[method]()
    await fixture.clock.settle()
    expect(fast).toEqual(upTo(ROOM + 2))
    expect(fixture.clock.pendingTimers).toBe(0)
  },
)

test('E08: a watch without room is cut off after the time budget, and the others continue', async () => {
  const fixture = await withBudget()
  const slow = fixture.open()
  const fast = fixture.read()
  fixture.dispatch(1, ROOM)
  await fixture.clock.settle()
  fixture.dispatch(ROOM + 1, ROOM + 2)
  await fixture.clock.advance(99)
  expect([slow.hasEnded, fast]).toEqual([false, upTo(ROOM + 1)])
  await fixture.clock.advance(1)
  expect([slow.hasEnded, fast]).toEqual([true, upTo(ROOM + 2)])
  // The events that had left the cache.
  expect(versions(slow.take())).toEqual([1])
})

test('C20: a wait returns what it did not use of the time budget', async () => {
  const fixture = await withBudget()
  const slow = fixture.open()
  fixture.dispatch(1, ROOM + 1)
  await fixture.clock.advance(30)
  slow.take()
  await fixture.clock.settle()
  fixture.dispatch(ROOM + 2, 2 * ROOM + 1)
  await fixture.clock.advance(69)
  expect(slow.hasEnded).toBe(false)
  await fixture.clock.advance(1)
  expect(slow.hasEnded).toBe(true)
})

test('each wait after the budget is used up ends at once', async () => {
  const fixture = new Fixture()
  const slow = fixture.open()
  fixture.dispatch(1, ROOM + 1)
  await fixture.clock.advance(0)
  expect(slow.hasEnded).toBe(true)
})

test('the feed should wait while a hundred events do, and is released when fewer wait', async () => {
  const fixture = await withBudget()
  const slow = fixture.open(EVERYTHING, 30)
  const room = 61
  fixture.dispatch(1, room + 100)
  expect(fixture.dispatcher.ready()).toBeUndefined()
  fixture.dispatch(room + 101, room + 101)
  let released = 0
  for (const ready of [fixture.dispatcher.ready(), fixture.dispatcher.ready()])
    void ready?.then(() => released++)
  await fixture.clock.settle()
  expect(released).toBe(0)
  slow.take(2)
  await fixture.clock.settle()
  expect(released).toBe(2)
  expect(fixture.dispatcher.ready()).toBeUndefined()
})

test('a feed is not released while a hundred events still wait', async () => {
  const fixture = await withBudget()
  const slow = fixture.open(EVERYTHING, 30)
  fixture.dispatch(1, 61 + 102)
  let isReleased = false
  void fixture.dispatcher.ready()?.then(() => {
    isReleased = true
  })
  slow.take(1)
  await fixture.clock.settle()
  // The event with no room has entered; one that waited has taken its place.
  expect([isReleased, fixture.dispatcher.processed]).toEqual([false, '63'])
  slow.take(1)
  await fixture.clock.settle()
  expect([isReleased, fixture.dispatcher.processed]).toEqual([true, '64'])
})

test('a new state discards the events that wait, releases the feed, and stops the wait', async () => {
  const fixture = await withBudget()
  const slow = fixture.open()
  const fast = fixture.read()
  fixture.dispatch(1, ROOM)
  await fixture.clock.settle()
  fixture.dispatch(ROOM + 1, ROOM + 101)
  const ready = fixture.dispatcher.ready()
  expect(ready).toBeInstanceOf(Promise)
  fixture.dispatcher.reset('500')
  await ready
  expect([fixture.dispatcher.processed, fixture.clock.pendingTimers]).toEqual(['500', 0])
  slow.take()
  fixture.dispatch(501, 501)
  await fixture.clock.settle()
  expect([fast, versions(slow.take())]).toEqual([[...upTo(ROOM + 1), 501], [501]])
})

test('readers that a burst of events wakes are notified once, in the order of their first event', async () => {
  const fixture = new Fixture()
  const order: string[] = []
  const [first, second] = [fixture.open(), fixture.open()]
  first.onReadable(() => order.push('first'))
  second.onReadable(() => order.push('second'))
  fixture.dispatch(1, 2)
  expect(order).toEqual([])
  await fixture.clock.settle()
  expect(order).toEqual(['first', 'second'])
  first.take()
  fixture.dispatch(3, 3)
  await fixture.clock.settle()
  expect(order).toEqual(['first', 'second', 'first'])
})

test('an error of a reader is thrown to the host, and the other readers are notified', async () => {
  const fixture = new Fixture()
  const second = vi.fn()
  fixture.open().onReadable(() => {
    throw new Error('the reader failed')
  })
  fixture.open().onReadable(second)
  fixture.dispatch(1, 1)
  await Promise.resolve()
  expect([second.mock.calls.length, fixture.clock.pendingTimers]).toEqual([1, 1])
  await expect(fixture.clock.advance(0)).rejects.toThrow('the reader failed')
})
