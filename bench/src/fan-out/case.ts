import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const at = (name: string, file: string, handlers: number): Contender => ({
  name: `${name}, ${handlers} ${handlers === 1 ? 'handler' : 'handlers'}`,
  module: module(file),
  setup: { handlers },
})

/** The cost of notifying many handlers, each with its own queue, so that no handler waits for another. */
export const fanOut: BenchCase = {
  name: 'fan-out',
  description: 'updates of {count} objects, a hundred in each read: time of one handler call',
  metrics: [{ key: 'nanoseconds', unit: 'ns a call' }],
  setup: { count: 1_000, updates: 50_000, warmUps: 1 },
  smoke: { updates: 500, warmUps: 0 },
  short: { bestOf: 3 },
  contenders: [
    { ...at('EventEmitter', 'event-emitter', 100), floor: true },
    at('SharedIndexInformer', 'kube-informer', 1),
    at('SharedIndexInformer', 'kube-informer', 10),
    at('SharedIndexInformer', 'kube-informer', 100),
  ],
}
