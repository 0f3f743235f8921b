import { sleep } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { FakeClock } from './fake-clock.ts'

test('runs timers by due time, then in call order', async () => {
  const clock = new FakeClock({ now: 0 })
  const seen: string[] = []
  for (const [name, ms] of [
    ['c', 30],
    ['a', 10],
    ['b1', 20],
    ['b2', 20],
  ] as const)
    clock.setTimeout(() => seen.push(`${name}@${clock.now()}`), ms)
  await clock.advance(25)
  expect(seen).toEqual(['a@10', 'b1@20', 'b2@20'])
  expect(clock.now()).toBe(25)
  expect(clock.pendingTimers).toBe(1)
  await clock.advance(5)
  expect(seen.at(-1)).toBe('c@30')
  expect(clock.pendingTimers).toBe(0)
})

test('a cleared timer neither runs nor counts', async () => {
  const clock = new FakeClock()
  let ran = false
  const timer = clock.setTimeout(() => {
    ran = true
  }, 10)
  clock.clearTimeout(timer)
  clock.clearTimeout(timer)
  clock.clearTimeout(undefined)
  expect(clock.pendingTimers).toBe(0)
  await clock.advance(100)
  expect(ran).toBe(false)
})

test('runs thousands of timers in order, regardless of the order of their calls', async () => {
  const clock = new FakeClock({ now: 0 })
  const due: number[] = []
  for (let i = 0; i < 2000; i++) {
    const ms = (i * 7919) % 1000
    const timer = clock.setTimeout(() => due.push(ms), ms)
    if (i % 3 === 0) clock.clearTimeout(timer)
  }
  await clock.advance(1000)
  expect(due).toEqual(due.toSorted((a, b) => a - b))
  expect(due.length).toBe(1333)
})

test('completes promise chains between two timers', async () => {
  const clock = new FakeClock({ now: 0 })
  const seen: string[] = []
  const loop = async () => {
    for (let i = 0; i < 3; i++) {
      await sleep(clock, 10)
      for (let step = 0; step < 50; step++) await Promise.resolve()
      seen.push(`loop@${clock.now()}`)
    }
  }
  void loop()
  clock.setTimeout(() => seen.push('other@10'), 10)
  clock.setTimeout(() => seen.push('other@15'), 15)
  await clock.advance(30)
  expect(seen).toEqual(['loop@10', 'other@10', 'other@15', 'loop@20', 'loop@30'])
})

test('completes streams and message ports between two timers', async () => {
  const clock = new FakeClock()
  const { port1, port2 } = new MessageChannel()
  let hops = 0
  port1.onmessage = () => (++hops < 4 ? port1.postMessage(0) : undefined)
  port2.onmessage = () => (++hops < 4 ? port2.postMessage(0) : undefined)
  const stream = new ReadableStream<number>({
    pull: controller => (hops < 100 ? controller.enqueue(1) : controller.close()),
  }).pipeThrough(new TransformStream())
  const reader = stream.getReader()
  let read = 0
  void (async () => {
    while (read < 500 && !(await reader.read()).done) read++
  })()
  port1.postMessage(0)
  await clock.settle()
  expect({ hops, read }).toEqual({ hops: 4, read: 500 })
  port1.close()
  await reader.cancel()
})

test('yields resolve in order while the clock settles, and take no time', async () => {
  const clock = new FakeClock({ now: 5 })
  const seen: number[] = []
  const worker = async (id: number) => {
    for (let i = 0; i < 3; i++) {
      await clock.yieldToHost()
      seen.push(id)
    }
  }
  void worker(1)
  void worker(2)
  expect(seen).toEqual([])
  await clock.settle()
  expect(seen).toEqual([1, 2, 1, 2, 1, 2])
  expect(clock.now()).toBe(5)
})

test('concurrent calls of advance run one after another', async () => {
  const clock = new FakeClock({ now: 0 })
  const seen: number[] = []
  clock.setTimeout(() => seen.push(clock.now()), 15)
  await Promise.all([clock.advance(10), clock.advance(10)])
  expect(seen).toEqual([15])
  expect(clock.now()).toBe(20)
})

test('rejects with the error of a callback, and continues to work', async () => {
  const clock = new FakeClock()
  clock.setTimeout(() => {
    throw new Error('from a timer')
  }, 1)
  await expect(clock.advance(1)).rejects.toThrow('from a timer')
  let ran = false
  clock.setTimeout(() => {
    ran = true
  }, 1)
  await clock.advance(1)
  expect(ran).toBe(true)
})

test('reports a timer that restarts itself in an endless loop', async () => {
  const clock = new FakeClock({ quietTicks: 1 })
  const again = () => {
    clock.setTimeout(again, 0)
  }
  again()
  await expect(clock.advance(1)).rejects.toThrow('virtual time does not advance')
}, 30_000)
