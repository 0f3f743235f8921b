import type { PriorityQueue, WorkQueue } from '@kube-informer/core/workqueue'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { inGo } from '../support/client-go/controller-bench.ts'
import { expectItem, keysOf, measure } from '../support/measure/queue-rounds.ts'

const metrics: BenchCase['metrics'] = [{ key: 'microseconds', unit: 'us', digits: 1 }]

/** client-go's BenchmarkQueue: each item is added, taken and done before the next one. The creation of queues is not measured. */
export const workQueue: BenchCase = {
  name: 'work-queue',
  description: 'add, take and end {count} items, one after another',
  metrics,
  setup: { count: 100, rounds: 5000, warmUps: 2 },
  smoke: { rounds: 5, warmUps: 0 },
  short: { setup: { rounds: 1000 }, bestOf: 3 },
  contenders: [
    { name: 'a Map and an array', run: useMapAndArray, floor: true },
    { name: 'WorkQueue, await get()', run: useQueue, setup: { kind: 'plain', form: 'get' } },
    { name: 'WorkQueue, for await (using)', run: useQueue, setup: { kind: 'plain', form: 'using' } },
    {
      name: 'WorkQueue, for await and done()',
      run: useQueue,
      setup: { kind: 'plain', form: 'done' },
      extra: true,
    },
    inGo('client-go 0.37 (Go)', { mode: 'queue', rounds: 5000 }, 'count', 'rounds'),
  ],
}

/** controller-runtime's BenchmarkAddGetDone: all items are added, then each is taken and done. */
export const priorityQueue: BenchCase = {
  name: 'priority-queue',
  description: 'add {count} items, then take and end each of them',
  metrics,
  setup: { count: 1000, rounds: 500, warmUps: 2 },
  smoke: { rounds: 2, warmUps: 0 },
  short: { setup: { rounds: 100 }, bestOf: 3 },
  contenders: [
    { name: 'a Map and an array', run: useMapAndArray, setup: { atOnce: true }, floor: true },
    {
      name: 'PriorityQueue, await get()',
      run: useQueue,
      setup: { kind: 'priority', form: 'get', atOnce: true },
    },
    {
      name: 'PriorityQueue, for await (using)',
      run: useQueue,
      setup: { kind: 'priority', form: 'using', atOnce: true },
    },
    inGo('controller-runtime 0.25 (Go)', { mode: 'priority-queue', rounds: 200 }, 'count', 'rounds'),
  ],
}

interface Floor {
  readonly states: Map<string, 'ready' | 'in process'>
  readonly ready: string[]
  next: number
}

const create = (): Floor => ({ states: new Map(), ready: [], next: 0 })

function add({ states, ready }: Floor, key: string): void {
  if (states.has(key)) return
  states.set(key, 'ready')
  ready.push(key)
}

function takeAndEnd(floor: Floor, expected: string): void {
  const item = floor.ready[floor.next++]
  expectItem(item, expected)
  floor.states.set(expected, 'in process')
  floor.states.delete(expected)
}

/** The calls of a queue without waits, aborts, or items that are added while they are in process. */
async function useMapAndArray(setup: Setup): Promise<Sample> {
  const keys = keysOf(setup)
  return measure(setup, create, floor => {
    if (setup.atOnce) for (const key of keys) add(floor, key)
    for (const key of keys) {
      if (!setup.atOnce) add(floor, key)
      takeAndEnd(floor, key)
    }
  })
}

type Queue = WorkQueue<string> | PriorityQueue<string>

/** Takes and ends an item for each key, in one of the forms that users write. Adds each key before it, or all at once. */
type Consume = (queue: Queue, keys: readonly string[], atOnce: boolean) => Promise<void>

const FORMS: Readonly<Record<string, Consume>> = {
  get: async (queue, keys, atOnce) => {
    if (atOnce) for (const key of keys) queue.add(key)
    for (const key of keys) {
      if (!atOnce) queue.add(key)
      const item = await queue.get()
      expectItem(item, key)
      queue.done(key)
    }
  },
  using: async (queue, keys, atOnce) => {
    let next = 0
    for (const key of atOnce ? keys : keys.slice(0, 1)) queue.add(key)
    for await (using item of queue) {
      expectItem(item.value, keys[next++])
      if (next === keys.length) return
      if (!atOnce) queue.add(keys[next] as string)
    }
  },
  done: async (queue, keys, atOnce) => {
    let next = 0
    for (const key of atOnce ? keys : keys.slice(0, 1)) queue.add(key)
    for await (const item of queue) {
      expectItem(item.value, keys[next++])
      item.done()
      if (next === keys.length) return
      if (!atOnce) queue.add(keys[next] as string)
    }
  },
}

async function useQueue(setup: Setup): Promise<Sample> {
  const { PriorityQueue, WorkQueue } = await import('@kube-informer/core/workqueue')
  const keys = keysOf(setup)
  const consume = FORMS[String(setup.form)] as Consume
  const create = (): Queue => (setup.kind === 'plain' ? new WorkQueue() : new PriorityQueue())
  return measure(setup, create, queue => consume(queue, keys, setup.atOnce === true))
}
