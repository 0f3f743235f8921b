import type { BenchCase } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

/** From the first request to a synced informer with its namespace index. */
export const coldSync: BenchCase = {
  name: 'cold-sync',
  description: '10,000 realistic Pods from a server of another process: list started -> synced, indexed',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 1 },
  ],
  setup: { count: 10_000 },
  smoke: { count: 1_000 },
  server: module('server'),
  contenders: [
    { name: 'JSON.parse(body), the body already read', module: module('json-parse'), floor: true },
    { name: 'kube-informer, form: row', module: module('kube-informer'), setup: { form: 'row' } },
    { name: 'kube-informer, form: object', module: module('kube-informer'), setup: { form: 'object' } },
    { name: '@kubernetes/client-node makeInformer', module: module('client-node') },
  ],
}
