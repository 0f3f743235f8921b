import { expect, test } from 'vitest'
import type { ReadyQueue } from './ready-queue.ts'
import { WorkQueue } from './work-queue.ts'

/** Whether a promise has settled once the microtasks are done. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  void promise.then(() => {
    settled = true
  })
  for (let i = 0; i < 5; i++) await Promise.resolve()
  return settled
}

test.for(['shutDown', 'shutDownWithDrain'] as const)(
  'T-WQ-2: items that are added again while they are in process are handed out again before %s ends',
  async end => {
    const queue = new WorkQueue<number>()
    const [added, handedOut] = [new Set<number>(), [] as number[]]
    const consume = async () => {
      for await (using item of queue) {
        handedOut.push(item.value)
        if (added.has(item.value)) continue
        added.add(item.value)
        queue.add(item.value)
        await Promise.resolve()
      }
    }
    const consumers = Array.from({ length: 10 }, consume)
    for (let item = 0; item < 50; item++) queue.add(item)
    while (handedOut.length < 100) await Promise.resolve()
    await queue[end]()
    await Promise.all(consumers)
    expect(queue.length).toBe(0)
    expect(handedOut.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i >> 1))
  },
)

test('T-WQ-3: an item that waits already is not added twice', () => {
  const queue = new WorkQueue<string>()
  const lengths: number[] = []
  for (const item of ['foo', 'bar', 'foo']) {
    queue.add(item)
    lengths.push(queue.length)
  }
  expect(lengths).toEqual([1, 2, 2])
})

test('T-WQ-4: an item that is added while it is in process is handed out again after done', async () => {
  const queue = new WorkQueue<string>()
  queue.add('foo')
  expect(await queue.get()).toBe('foo')
  queue.add('foo')
  expect(queue.length).toBe(0)
  const next = queue.get()
  expect(await isSettled(next)).toBe(false)
  queue.done('foo')
  expect(await next).toBe('foo')
  queue.done('foo')
  expect(queue.length).toBe(0)
})

test('T-WQ-7: a drain resolves once everything in process is done', async () => {
  const queue = new WorkQueue<string>()
  queue.add('foo')
  queue.add('bar')
  await queue.get()
  await queue.get()
  const drained = queue.shutDownWithDrain()
  expect(await queue.get()).toBeUndefined()
  queue.done('foo')
  expect(await isSettled(drained)).toBe(false)
  queue.done('bar')
  await drained
})

test('T-WQ-9: a shutdown ends a drain', async () => {
  const queue = new WorkQueue<string>()
  queue.add('foo')
  await queue.get()
  const drains = [queue.shutDownWithDrain(), queue.shutDownWithDrain()]
  expect(await isSettled(Promise.race(drains))).toBe(false)
  queue.shutDown()
  await Promise.all(drains)
})

test('T-WQ-10: a drain also waits for what was added again while it was in process', async () => {
  const queue = new WorkQueue<string>()
  queue.add('foo')
  await queue.get()
  queue.add('foo')
  const drained = queue.shutDownWithDrain()
  queue.done('foo')
  expect(await isSettled(drained)).toBe(false)
  expect(await queue.get()).toBe('foo')
  expect(await isSettled(drained)).toBe(false)
  queue.done('foo')
  await drained
  expect(await queue.get()).toBeUndefined()
})

test('a drain does not wait for items that were not handed out; they can still be taken', async () => {
  const queue = new WorkQueue<string>()
  queue.add('foo')
  await queue.shutDownWithDrain()
  expect(await queue.get()).toBe('foo')
  expect(await isSettled(queue.shutDownWithDrain())).toBe(false)
  queue.done('foo')
  expect(await queue.get()).toBeUndefined()
})

test('S-56: done of an item that was never taken has no effect', async () => {
  const queue = new WorkQueue<string>()
  queue.done('foo')
  queue.add('foo')
  queue.done('foo')
  expect(queue.length).toBe(1)
  expect(await queue.get()).toBe('foo')
})

class Stack implements ReadyQueue<string> {
  readonly #items: string[] = []
  readonly touched: string[] = []

  get length(): number {
    return this.#items.length
  }

  push(item: string): void {
    this.#items.push(item)
  }

  pop(): string | undefined {
    return this.#items.pop()
  }

  touch(item: string): void {
    this.touched.push(item)
  }
}

test('C-WQ-1: a container of the user decides the order, and all other rules hold', async () => {
  const stack = new Stack()
  const queue = new WorkQueue<string>({ queue: stack })
  for (const item of ['a', 'b', 'c', 'a']) queue.add(item)
  expect(stack.touched).toEqual(['a'])
  expect(await queue.get()).toBe('c')
  queue.add('c')
  expect([queue.length, stack.touched]).toEqual([2, ['a']])
  expect([await queue.get(), await queue.get()]).toEqual(['b', 'a'])
  const next = queue.get()
  queue.done('c')
  expect(await next).toBe('c')
})

test('a container that returns an unknown item is reported', async () => {
  const stack = new Stack()
  const queue = new WorkQueue<string>({ queue: stack })
  stack.push('unknown')
  expect(() => queue.get()).toThrow('is not in it')
})

test('C-WQ-2: one add ends one of several waits', async () => {
  const queue = new WorkQueue<string>()
  const waits = [queue.get(), queue.get(), queue.get()]
  queue.add('foo')
  expect(queue.length).toBe(0)
  expect(await waits[0]).toBe('foo')
  expect(await Promise.all(waits.slice(1).map(isSettled))).toEqual([false, false])
})

test('C-WQ-2: an item that was just handed to a wait is in process', async () => {
  const queue = new WorkQueue<string>()
  const first = queue.get()
  queue.add('foo')
  queue.add('foo')
  const second = queue.get()
  expect(queue.length).toBe(0)
  expect(await isSettled(second)).toBe(false)
  expect(await first).toBe('foo')
  queue.done('foo')
  expect(await second).toBe('foo')
})

test('C-WQ-3: what is queued is handed out after the shutdown, and nothing is added', async () => {
  const queue = new WorkQueue<string>()
  queue.add('a')
  queue.add('b')
  queue.shutDown()
  queue.add('c')
  expect(queue.isShuttingDown).toBe(true)
  expect([await queue.get(), await queue.get(), await queue.get()]).toEqual(['a', 'b', undefined])
})

test('C-WQ-4: an item that was added again before the shutdown is handed out once more', async () => {
  const queue = new WorkQueue<string>()
  queue.add('a')
  await queue.get()
  queue.add('a')
  queue.shutDown()
  queue.done('a')
  expect(await queue.get()).toBe('a')
  queue.done('a')
  expect(await queue.get()).toBeUndefined()
})

test('the shutdown ends all waits', async () => {
  const queue = new WorkQueue<string>()
  const waits = [queue.get(), queue.get()]
  queue.shutDown()
  expect(await Promise.all(waits)).toEqual([undefined, undefined])
})

test('C-WQ-14: a wait that is aborted takes no item', async () => {
  const queue = new WorkQueue<string>()
  const controller = new AbortController()
  const [first, second] = [queue.get(controller.signal), queue.get()]
  controller.abort(new Error('enough'))
  queue.add('foo')
  await expect(first).rejects.toThrow('enough')
  expect(await second).toBe('foo')
  queue.done('foo')
  await queue.shutDownWithDrain()
})

test('C-WQ-14: after the abort a wait rejects at once, and an item that was handed out stays so', async () => {
  const queue = new WorkQueue<string>()
  const controller = new AbortController()
  const first = queue.get(controller.signal)
  queue.add('foo')
  controller.abort(new Error('enough'))
  expect(await first).toBe('foo')
  queue.add('bar')
  await expect(queue.get(controller.signal)).rejects.toThrow('enough')
  expect(queue.length).toBe(1)
})

interface Request {
  readonly namespace: string
  readonly name: string
}

test('C-WQ-15: items with one key are one item, and awkward names have different keys', async () => {
  const queue = new WorkQueue<Request>({ key: ({ namespace, name }) => JSON.stringify([namespace, name]) })
  queue.add({ namespace: 'a', name: 'b' })
  queue.add({ namespace: 'a', name: 'b' })
  expect(queue.length).toBe(1)
  queue.add({ namespace: 'a/b', name: 'c' })
  queue.add({ namespace: 'a', name: 'b/c' })
  expect(queue.length).toBe(3)
  expect(await queue.get()).toEqual({ namespace: 'a', name: 'b' })
  queue.add({ namespace: 'a', name: 'b' })
  expect(queue.length).toBe(2)
  queue.done({ namespace: 'a', name: 'b' })
  expect(queue.length).toBe(3)
})

test('of items with one key the last one is handed out', async () => {
  const queue = new WorkQueue<readonly [key: string, version: number]>({ key: ([key]) => key })
  queue.add(['foo', 1])
  queue.add(['foo', 2])
  expect(await queue.get()).toEqual(['foo', 2])
  queue.add(['foo', 3])
  queue.add(['foo', 4])
  queue.done(['foo', 0])
  expect(await queue.get()).toEqual(['foo', 4])
})

test('many items come out in order', async () => {
  const queue = new WorkQueue<number>()
  const count = 10_000
  for (let item = 0; item < count; item++) queue.add(item)
  for (let item = 0; item < count; item++) {
    expect(await queue.get()).toBe(item)
    queue.done(item)
    if (item % 3 === 0) queue.add(count + item / 3)
  }
  expect(queue.length).toBe(Math.ceil(count / 3))
  expect(await queue.get()).toBe(count)
})
