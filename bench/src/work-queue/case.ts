import { buildControllerBench } from '../../../tools/kubernetes/controller-bench/build.ts'
import type { BenchCase, Contender, Setup } from '../bench-case.ts'

const contender = (name: string, file: string, setup: Setup): Contender => ({
  name,
  module: new URL(`./${file}.ts`, import.meta.url).href,
  setup,
})

/** The same work in Go. Building it requires Go once. */
const inGo = (name: string, mode: string, rounds: number): Contender => ({
  ...contender(name, 'go', { mode, rounds, warmUps: 0 }),
  missing: ({ smoke }) => buildControllerBench({ onlyIfBuilt: smoke }),
  peer: true,
})

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
    { ...contender('a Map and an array', 'map-and-array', {}), floor: true },
    contender('WorkQueue, await get()', 'queue', { kind: 'plain', form: 'get' }),
    contender('WorkQueue, for await (using)', 'queue', { kind: 'plain', form: 'using' }),
    {
      ...contender('WorkQueue, for await and done()', 'queue', { kind: 'plain', form: 'done' }),
      extra: true,
    },
    inGo('client-go 0.37 (Go)', 'queue', 5000),
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
    { ...contender('a Map and an array', 'map-and-array', { atOnce: true }), floor: true },
    contender('PriorityQueue, await get()', 'queue', { kind: 'priority', form: 'get', atOnce: true }),
    contender('PriorityQueue, for await (using)', 'queue', { kind: 'priority', form: 'using', atOnce: true }),
    inGo('controller-runtime 0.25 (Go)', 'priority-queue', 200),
  ],
}

/** client-go's BenchmarkDelayingQueue_AddAfter: random delays up to ten minutes on a clock that is set. */
export const addAfter: BenchCase = {
  name: 'add-after',
  description: 'add {count} items with delays; the clock advances; take all',
  metrics,
  setup: { count: 100_000, rounds: 1, warmUps: 2 },
  smoke: { count: 1000, warmUps: 0 },
  short: { bestOf: 3 },
  contenders: [
    { ...contender('a sorted array', 'sorted-array', {}), floor: true },
    contender('DelayingQueue, await get()', 'add-after', {}),
    inGo('client-go 0.37 (Go)', 'add-after', 1),
  ],
}
