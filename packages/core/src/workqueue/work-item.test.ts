import { expect, test } from 'vitest'
import { PriorityQueue } from './priority-queue.ts'
import { WorkQueue } from './work-queue.ts'

test.for([
  ['work queue', () => new WorkQueue<string>()],
  ['priority queue', () => new PriorityQueue<string>()],
] as const)('%s: an iterated item is in process until its block ends', async ([, create]) => {
  const queue = create()
  queue.add('foo')
  for await (using item of queue) {
    expect(item.value).toBe('foo')
    queue.add('foo')
    break
  }
  for await (using item of queue) {
    expect(item.value).toBe('foo')
    queue.shutDown()
  }
  expect(queue.length).toBe(0)
})

test('an error in the block ends the processing', async () => {
  const queue = new WorkQueue<string>()
  queue.add('foo')
  const consume = async () => {
    for await (using item of queue) throw new Error(item.value)
  }
  await expect(consume()).rejects.toThrow('foo')
  queue.add('foo')
  expect(await queue.get()).toBe('foo')
})

test.for([
  ['work queue', () => new WorkQueue<string>()],
  ['priority queue', () => new PriorityQueue<string>()],
] as const)('%s: a disposed item does not end the processing of the next consumer', async ([, create]) => {
  const queue = create()
  queue.add('foo')
  for await (using item of queue) {
    queue.add(item.value)
    queue.done(item.value)
    expect(await queue.get()).toBe('foo')
    break
  }
  // The second consumer still holds the item.
  queue.add('foo')
  queue.add('bar')
  expect(await queue.get()).toBe('bar')
})

test('an item can be disposed of without using, once', async () => {
  const queue = new WorkQueue<string>()
  queue.add('foo')
  const { value: item } = await queue.items().next()
  item?.done()
  queue.add('foo')
  await queue.get()
  item?.done()
  item?.[Symbol.dispose]()
  const drained = queue.shutDownWithDrain().then(() => 'drained')
  expect(await Promise.race([drained, Promise.resolve('in process')])).toBe('in process')
})

test('the iteration rejects when its signal aborts, and takes no item afterwards', async () => {
  const queue = new WorkQueue<string>()
  const controller = new AbortController()
  const next = queue.items(controller.signal).next()
  controller.abort(new Error('enough'))
  queue.add('foo')
  await expect(next).rejects.toThrow('enough')
  expect(queue.length).toBe(1)
})

test('an iterator that returned takes no item, also not for a wait that it had begun', async () => {
  const queue = new WorkQueue<string>()
  const items = queue.items()
  const waits = [items.next(), items.next(), queue.get()] as const
  await items.return?.()
  queue.add('foo')
  expect(await waits[0]).toEqual({ done: true, value: undefined })
  expect(await waits[1]).toEqual({ done: true, value: undefined })
  expect(await waits[2]).toBe('foo')
  expect(await items.next()).toEqual({ done: true, value: undefined })
})
