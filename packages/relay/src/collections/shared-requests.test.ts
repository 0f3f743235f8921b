import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SharedRequests } from './shared-requests.ts'

/** A server whose state grows with time, and whose answers take a while. */
class World {
  readonly clock = new FakeClock()
  readonly requests: SharedRequests
  inFlight = 0
  mostInFlight = 0
  sent = 0

  constructor(inFlight = 1, waiting = 100) {
    this.requests = new SharedRequests({ inFlight, waiting })
  }

  /** Resolves with the time at which the server answered with its state. */
  async read(key: string, durationMs: number, signal?: AbortSignal): Promise<number> {
    return this.requests.run(
      key,
      async sharedSignal => {
        this.sent++
        this.inFlight++
        this.mostInFlight = Math.max(this.mostInFlight, this.inFlight)
        const sentAt = this.clock.now()
        await new Promise<void>((resolve, reject) => {
          const timer = this.clock.setTimeout(resolve, durationMs)
          sharedSignal.addEventListener('abort', () => {
            this.clock.clearTimeout(timer)
            reject(sharedSignal.reason)
          })
        }).finally(() => this.inFlight--)
        return sentAt
      },
      signal,
    )
  }
}

test('no reader sees a state older than its request, requests in flight are bounded, and equal ones are shared', async () => {
  const reader = fc.record({
    at: fc.nat(300),
    key: fc.constantFrom('a', 'b', 'c'),
    abortAfter: fc.option(fc.nat(100), { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(reader, { maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      async (readers, limit) => {
        const world = new World(limit)
        const start = world.clock.now()
        let answered = 0
        for (const { at, key, abortAfter } of readers)
          world.clock.setTimeout(async () => {
            const aborting = new AbortController()
            if (abortAfter !== undefined) world.clock.setTimeout(() => aborting.abort(), abortAfter)
            const seen = await world.read(key, 20, aborting.signal).catch(() => undefined)
            if (seen === undefined) expect(abortAfter).toBeDefined()
            else expect(seen).toBeGreaterThanOrEqual(start + at)
            answered++
          }, at)
        await world.clock.advance(3000)
        expect(answered).toBe(readers.length)
        expect(world.mostInFlight).toBeLessThanOrEqual(limit)
        expect(world.sent).toBeLessThanOrEqual(readers.length)
        expect([world.inFlight, world.clock.pendingTimers]).toEqual([0, 0])
      },
    ),
    { numRuns: 50 },
  )
})

test('readers of one burst need two requests: one in flight, one for all others', async () => {
  const world = new World()
  const reads = Array.from({ length: 100 }, () => world.read('a', 10))
  await world.clock.advance(100)
  await Promise.all(reads)
  expect(world.sent).toBe(2)
})

test('a request whose callers have all left is aborted, or never sent', async () => {
  const world = new World()
  const aborting = new AbortController()
  const reads = ['a', 'b'].map(key => world.read(key, 10, aborting.signal).catch(() => 'aborted'))
  const other = world.read('c', 10)
  aborting.abort()
  expect(await Promise.all(reads)).toEqual(['aborted', 'aborted'])
  await world.clock.advance(10)
  await other
  expect(world.sent).toBe(2)
})

test('over the limit of waiting requests, a reader receives a 429', async () => {
  const world = new World(1, 2)
  const reads = ['a', 'b', 'c'].map(key => world.read(key, 10))
  await expect(world.read('d', 10)).rejects.toMatchObject({ code: 429 })
  reads.push(world.read('b', 10))
  await world.clock.advance(100)
  await Promise.all(reads)
})

test('a waiting request whose callers have left makes room for another one', async () => {
  const world = new World(1, 2)
  const aborting = new AbortController()
  const first = world.read('a', 10)
  const left = world.read('b', 10, aborting.signal).catch(() => 'left')
  const kept = world.read('c', 10)
  aborting.abort()
  expect(await left).toBe('left')
  const last = world.read('d', 10)
  await expect(world.read('e', 10)).rejects.toMatchObject({ code: 429, retryAfterSeconds: 1 })
  await world.clock.advance(100)
  await Promise.all([first, kept, last])
  expect(world.sent).toBe(3)
})

test('an urgent request is sent before those that wait, and is beyond their limit', async () => {
  const world = new World(1, 1)
  const order: string[] = []
  const read = async (key: string, isUrgent: boolean) => {
    const send = async () => {
      order.push(key)
      await new Promise<void>(resolve => world.clock.setTimeout(resolve, 10))
    }
    await world.requests.run(key, send, undefined, isUrgent)
  }
  const reads = [read('first', false), read('waits', false), read('urgent', true), read('urgent too', true)]
  await world.clock.advance(100)
  await Promise.all(reads)
  expect(order).toEqual(['first', 'urgent', 'urgent too', 'waits'])
  const aborted = AbortSignal.abort(new Error('left'))
  await expect(world.requests.run('none', async () => {}, aborted)).rejects.toThrow('left')
})
