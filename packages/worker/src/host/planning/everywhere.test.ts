import { FakeClock } from '@kube-informer/testing'
import { expect, test, vi } from 'vitest'
import { fixedNamespaces, type NamespaceSource } from '../namespaces/known-namespaces.ts'
import { Everywhere } from './everywhere.ts'

const MINUTES = 60_000

function start() {
  const clock = new FakeClock()
  const reviews: { readonly signal: AbortSignal; answer(isAllowed: boolean): void; fail(): void }[] = []
  const refresh = vi.fn()
  const source: NamespaceSource = { ...fixedNamespaces(['a']), refresh }
  const findNamespaces = vi.fn(() => source)
  const everywhere = new Everywhere({
    ...{ clock, random: () => 0, findNamespaces },
    reviewWide: signal =>
      new Promise((answer, reject) =>
        reviews.push({ signal, answer, fail: () => reject(new Error('down')) }),
      ),
  })
  const listener = vi.fn()
  const forbid = () => everywhere.forbidden(new Error('denied'))
  const answer = async (isAllowed: boolean) => {
    reviews.at(-1)?.answer(isAllowed)
    await clock.settle()
  }
  return { clock, everywhere, reviews, refresh, source, findNamespaces, listener, forbid, answer }
}

test('slices are served cluster-wide until that is denied, and then by namespaces', () => {
  const { everywhere, source, findNamespaces, listener, forbid } = start()
  everywhere.subscribe(listener)
  expect([everywhere.namespaces, everywhere.version]).toEqual([undefined, 0])
  forbid()
  forbid()
  expect([everywhere.namespaces, everywhere.version, listener.mock.calls.length]).toEqual([source, 1, 1])
  expect(findNamespaces.mock.calls).toEqual([[new Error('denied')]])
})

test('they are served cluster-wide again once a review allows it, after growing pauses', async () => {
  const { clock, everywhere, reviews, refresh, listener, forbid, answer } = start()
  everywhere.subscribe(listener)
  forbid()
  for (const seconds of [30, 60, 120]) {
    const before = reviews.length
    await clock.advance(seconds * 1000 - 1)
    expect(reviews).toHaveLength(before)
    await clock.advance(1)
    expect([reviews.length, refresh.mock.calls.length]).toEqual([before + 1, before + 1])
    await answer(false)
  }
  expect([everywhere.namespaces !== undefined, listener.mock.calls.length]).toEqual([true, 1])
  await clock.advance(4 * MINUTES)
  await answer(true)
  expect([everywhere.namespaces, everywhere.version, listener.mock.calls.length]).toEqual([undefined, 2, 2])
  expect(clock.pendingTimers).toBe(0)
})

test('a review that fails allows nothing', async () => {
  const { clock, everywhere, reviews, listener, forbid } = start()
  everywhere.subscribe(listener)
  forbid()
  await clock.advance(MINUTES / 2)
  reviews[0]?.fail()
  await clock.settle()
  expect([everywhere.namespaces !== undefined, clock.pendingTimers]).toEqual([true, 1])
})

test('no review is sent without a slice, and those that are due follow with the next one', async () => {
  const { clock, everywhere, reviews, listener, forbid } = start()
  forbid()
  await clock.advance(60 * MINUTES)
  expect([reviews.length, clock.pendingTimers]).toEqual([0, 0])
  const unsubscribe = everywhere.subscribe(listener)
  everywhere.subscribe(vi.fn())()
  await clock.advance(MINUTES / 2)
  expect(reviews).toHaveLength(1)
  unsubscribe()
  unsubscribe()
  expect([reviews[0]?.signal.aborted, clock.pendingTimers]).toEqual([true, 0])
  reviews[0]?.answer(true)
  await clock.settle()
  expect(everywhere.namespaces).toBeDefined()
})

test('a slice more does not start the pause again', async () => {
  const { clock, everywhere, reviews, listener, forbid } = start()
  everywhere.subscribe(listener)
  forbid()
  await clock.advance(MINUTES / 4)
  everywhere.subscribe(vi.fn())
  await clock.advance(MINUTES / 4)
  expect(reviews).toHaveLength(1)
})

test('a slice before anything was denied reviews nothing', async () => {
  const { clock, everywhere, listener } = start()
  everywhere.subscribe(listener)
  everywhere.retry()
  expect(clock.pendingTimers).toBe(0)
})

test('a user who asks again has a review at once, and short pauses', async () => {
  const { clock, everywhere, reviews, listener, forbid, answer } = start()
  forbid()
  everywhere.retry()
  expect(reviews).toHaveLength(0)
  everywhere.subscribe(listener)
  await clock.advance(MINUTES / 2)
  await answer(false)
  everywhere.retry()
  everywhere.retry()
  expect([reviews.length, clock.pendingTimers]).toEqual([2, 0])
  await answer(false)
  await clock.advance(MINUTES / 2)
  expect(reviews).toHaveLength(3)
})
