import { buildControllerBench } from '../../../tools/kubernetes/controller-bench/build.ts'
import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href
const server = new URL('../pods/server.ts', import.meta.url).href

/** The same in Go, on all cores. Building it requires Go once. */
const inGo = (mode: string): Contender => ({
  name: 'controller-runtime 0.25 (Go)',
  module: module('go'),
  // Compiled before the measurement.
  setup: { mode, warmUps: 0 },
  missing: ({ smoke }) => buildControllerBench({ onlyIfBuilt: smoke }),
  peer: true,
})

/** Both sides have default options: a priority queue, and one reconcile at a time. */
export const firstReconcile: BenchCase = {
  name: 'first-reconcile',
  extra: true,
  description: 'start a controller of {count} cached Pods -> each is reconciled by an empty reconciler',
  metrics: [
    { key: 'ms', unit: 'ms', digits: 1 },
    // controller-runtime asks every 100 ms whether the handler has received the initial list; this does not count.
    { key: 'workMs', unit: 'ms from the first call', digits: 1 },
    { key: 'blockMs', unit: 'ms longest block', digits: 1 },
  ],
  setup: { count: 10_000, warmUps: 4 },
  smoke: { count: 200, warmUps: 0 },
  server,
  contenders: [
    { name: 'a loop over a Map', module: module('map-loop'), floor: true },
    { name: 'Controller', module: module('first-reconcile') },
    inGo('first-reconcile'),
  ],
}

/** The time in this process, without the network: from the transform of the cache, which is called before an event is stored. */
export const eventToReconcile: BenchCase = {
  name: 'event-to-reconcile',
  extra: true,
  description:
    '{events} events, one after another on an idle queue: event in the cache -> the reconciler is called',
  metrics: [
    { key: 'p99Ms', unit: 'ms (p99)', digits: 3 },
    { key: 'p50Ms', unit: 'ms (p50)', digits: 3 },
    { key: 'maxMs', unit: 'ms (max)', digits: 3 },
  ],
  setup: { count: 1000, events: 1000, warmUps: 1 },
  smoke: { count: 20, events: 20, warmUps: 0 },
  server,
  contenders: [
    { name: 'a handler of the informer', module: module('event-to-handler'), floor: true },
    { name: 'Controller', module: module('event-to-reconcile') },
    inGo('event-to-reconcile'),
  ],
}
