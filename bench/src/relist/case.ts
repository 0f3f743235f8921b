import type { BenchCase } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

/** An expired resourceVersion: all objects are listed again, and one in a hundred has changed. */
export const relist: BenchCase = {
  name: 'relist',
  description:
    'relist of {count} Pods after a 410, 1 % changed: until the handler has received the last change',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
  ],
  setup: { count: 10_000, warmUps: 1 },
  smoke: { count: 1_000, warmUps: 0 },
  short: { setup: { count: 5_000, warmUps: 0 }, bestOf: 2 },
  server: module('server'),
  contenders: [
    { name: 'list read, JSON.parse(body)', module: module('json-parse'), floor: true },
    { name: 'kube-informer, form: object', module: module('kube-informer'), setup: { form: 'object' } },
    { name: 'kube-informer, form: row', module: module('kube-informer'), setup: { form: 'row' } },
    { name: '@kubernetes/client-node makeInformer', module: module('client-node'), peer: true },
  ],
}
