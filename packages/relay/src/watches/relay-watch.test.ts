import type { Delivery } from '@kube-informer/cacher'
import type { Status } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { attributesOf, deliveries, InnerWatch } from '../test/inner-watch.ts'
import { FlushWindows } from './flush-windows.ts'
import { RelayWatch } from './relay-watch.ts'

const STATUS: Status = { kind: 'Status', apiVersion: 'v1', code: 403, message: 'no' }

/** A watch with a window of this length. */
function start(flushMs = 50) {
  const clock = new FakeClock()
  const windows = new FlushWindows(clock, flushMs)
  const host = { windows, events: { add: vi.fn() }, closed: vi.fn() }
  const inner = new InnerWatch()
  const watch = new RelayWatch({
    ...{ inner, host, request: new Request('http://relay/'), context: undefined },
    ...{ username: 'alice', attributes: attributesOf() },
  })
  const listener = vi.fn()
  watch.onReadable(listener)
  const notified = () => listener.mock.calls.length
  const counted = () => host.events.add.mock.calls.map(([amount]) => amount as number)
  return { clock, windows, host, inner, watch, notified, counted }
}
const types = (taken: readonly Delivery[]) => taken.map(({ type }) => type)

describe('the watch of a reader', () => {
  test('has the state of the inner watch', () => {
    const { inner, watch } = start()
    expect([watch.hasUnread, watch.isOver, watch.deadline, watch.slot, watch.failures]).toEqual([
      ...[false, false, 99, -1, 0],
    ])
    inner.queue.push(...deliveries(1))
    expect(watch.hasUnread).toBe(true)
    inner.queue.length = 0
    watch.end()
    expect([inner.isOver, watch.isOver]).toEqual([true, true])
  })

  test('gives the initial events without a window, and later ones at the end of one', async () => {
    const { clock, inner, watch, notified, counted } = start()
    inner.queue.push(...deliveries(3))
    expect([watch.take(2).length, watch.take(2).length, watch.take().length]).toEqual([2, 1, 0])
    inner.push(...deliveries(2))
    expect([watch.take().length, notified()]).toEqual([0, 0])
    await clock.advance(49)
    expect([watch.take().length, notified()]).toEqual([0, 0])
    await clock.advance(1)
    expect([notified(), watch.take(1).length, watch.take(5).length, watch.take().length]).toEqual([
      1, 1, 1, 0,
    ])
    inner.push(...deliveries(1))
    expect(watch.take()).toEqual([])
    await clock.advance(50)
    expect([notified(), watch.take().length]).toEqual([2, 1])
    expect(counted()).toEqual([2, 1, 1, 1, 1])
  })

  test('is flushed once for all events of a window', async () => {
    const { clock, inner, notified } = start()
    for (let each = 0; each < 3; each++) inner.push(...deliveries(1))
    await clock.advance(200)
    expect([notified(), clock.pendingTimers]).toEqual([1, 0])
  })

  test('that fails discards what is queued, and gives the error without a window', () => {
    const { inner, watch, notified } = start()
    inner.queue.push(...deliveries(1))
    watch.take()
    inner.queue.push(...deliveries(2))
    watch.fail(STATUS)
    expect([inner.isOver, notified(), watch.hasUnread, watch.isOver]).toEqual([true, 1, true, false])
    const taken = watch.take(1)
    expect([types(taken), taken[0]?.object]).toEqual([['ERROR'], STATUS])
    expect([watch.hasUnread, watch.isOver, watch.take()]).toEqual([false, true, []])
    watch.fail(STATUS)
    expect([notified(), watch.hasUnread]).toEqual([1, false])
  })

  test('that is closed discards its error, and calls its host once', () => {
    const { inner, watch, host } = start()
    watch.fail(STATUS)
    watch.close()
    watch.close()
    expect([watch.take(), watch.isOver, inner.closes]).toEqual([[], true, 3])
    expect(host.closed.mock.calls).toEqual([[watch]])
  })

  test('can be iterated until it is over', async () => {
    const { clock, inner, watch, host } = start()
    inner.queue.push(...deliveries(2))
    const sizes: number[] = []
    const reading = (async () => {
      for await (const batch of watch) sizes.push(batch.length)
    })()
    await clock.settle()
    inner.push(...deliveries(1))
    await clock.advance(50)
    expect(sizes).toEqual([2, 1])
    inner.end()
    inner.push()
    await clock.advance(50)
    await reading
    expect(host.closed).toHaveBeenCalledTimes(1)
  })

  test('is closed when its iterator is left', async () => {
    const { inner, watch, host } = start()
    inner.queue.push(...deliveries(2))
    for await (const batch of watch) {
      expect(batch).toHaveLength(2)
      break
    }
    expect([inner.isOver, host.closed.mock.calls.length]).toEqual([true, 1])
  })
})

describe('a window', () => {
  const waiting = () => ({ flush: vi.fn() })
  const flushes = (...all: readonly ReturnType<typeof waiting>[]) =>
    all.map(({ flush }) => flush.mock.calls.length)

  test('of no length flushes at once', () => {
    const windows = new FlushWindows(new FakeClock(), 0)
    const one = waiting()
    windows.add(one)
    expect(flushes(one)).toEqual([1])
  })

  test('starts with the first event, and the next one with the first event after it', async () => {
    const clock = new FakeClock()
    const windows = new FlushWindows(clock, 50)
    const [a, b, c] = [waiting(), waiting(), waiting()]
    windows.add(a)
    await clock.advance(30)
    windows.add(b)
    await clock.advance(19)
    expect(flushes(a, b)).toEqual([0, 0])
    await clock.advance(1)
    expect(flushes(a, b)).toEqual([1, 1])
    windows.add(c)
    await clock.advance(49)
    expect(flushes(a, b, c)).toEqual([1, 1, 0])
    await clock.advance(1)
    expect([...flushes(a, b, c), clock.pendingTimers]).toEqual([1, 1, 1, 0])
  })

  test('can end at once, or after the current turn', async () => {
    const clock = new FakeClock()
    const windows = new FlushWindows(clock, 50)
    const [a, b, c] = [waiting(), waiting(), waiting()]
    windows.add(a)
    windows.flushAll()
    expect([...flushes(a), clock.pendingTimers]).toEqual([1, 0])
    windows.add(b)
    windows.endSoon()
    windows.endSoon()
    windows.add(c)
    expect(flushes(b, c)).toEqual([0, 0])
    await clock.settle()
    expect([...flushes(a, b, c), clock.pendingTimers]).toEqual([1, 1, 1, 0])
    windows.add(a)
    windows.endSoon()
    await clock.settle()
    expect(flushes(a)).toEqual([2])
  })
})
