import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { ItemExponentialFailureRateLimiter } from './item-exponential-failure-rate-limiter.ts'
import { RateLimitingQueue } from './rate-limiting-queue.ts'

interface Request {
  readonly namespace: string
  readonly name: string
}

const createQueue = (clock: FakeClock) =>
  new RateLimitingQueue<string>({
    clock,
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 1000 }),
  })

/** Advances to just before the delay, checks that nothing is ready, and takes the item when it is due. */
const takeAfter = async (queue: RateLimitingQueue<string>, clock: FakeClock, delayMs: number) => {
  await clock.advance(delayMs - 0.5)
  expect(queue.length).toBe(0)
  await clock.advance(0.5)
  const item = await queue.get()
  if (item !== undefined) queue.done(item)
  return item
}

test('T-WQR-7: rate-limited adds are delayed by the limiter, per item, until the item is forgotten', async () => {
  const clock = new FakeClock()
  const queue = createQueue(clock)
  queue.addRateLimited('one')
  expect(await takeAfter(queue, clock, 1)).toBe('one')
  queue.addRateLimited('one')
  expect(await takeAfter(queue, clock, 2)).toBe('one')
  expect(queue.numRequeues('one')).toBe(2)
  queue.addRateLimited('two')
  expect(await takeAfter(queue, clock, 1)).toBe('two')
  queue.addRateLimited('two')
  expect(await takeAfter(queue, clock, 2)).toBe('two')
  queue.forget('one')
  expect(queue.numRequeues('one')).toBe(0)
  queue.addRateLimited('one')
  expect(await takeAfter(queue, clock, 1)).toBe('one')
})

test('C-WQ-8: an item that is forgotten before it is due is still delivered', async () => {
  const clock = new FakeClock()
  const queue = createQueue(clock)
  queue.addRateLimited('foo')
  queue.forget('foo')
  expect(queue.numRequeues('foo')).toBe(0)
  expect(await takeAfter(queue, clock, 1)).toBe('foo')
})

test('failures of equal keys are counted together by any limiter', async () => {
  const clock = new FakeClock()
  const queue = new RateLimitingQueue<Request>({
    clock,
    key: ({ namespace, name }) => JSON.stringify([namespace, name]),
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseDelayMs: 100, maxDelayMs: 1000 }),
  })
  const request = () => ({ namespace: 'a', name: 'b' })
  for (let i = 0; i < 3; i++) queue.addRateLimited(request())
  expect(queue.numRequeues(request())).toBe(3)
  await clock.advance(100)
  expect(queue.length).toBe(1)
  queue.forget(request())
  expect(queue.numRequeues(request())).toBe(0)
  expect(queue.numRequeues({ namespace: 'b', name: 'b' })).toBe(0)
})

test('without a limiter, a queue has the default of controllers on its own clock', async () => {
  const clock = new FakeClock()
  const queue = new RateLimitingQueue<number>({ clock })
  for (let item = 0; item < 101; item++) queue.addRateLimited(item)
  await clock.advance(5)
  expect(queue.length).toBe(100)
  await clock.advance(95)
  expect(queue.length).toBe(101)
})
