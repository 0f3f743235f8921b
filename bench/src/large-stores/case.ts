import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const at = (name: string, file: string, count: number): Contender => ({
  name: `${name}, ${count.toLocaleString('en')}`,
  module: module(file),
  setup: { count },
})

/** More objects in one namespace than some caches can list, without a server, so that only the cache is measured. */
export const largeStores: BenchCase = {
  name: 'large-stores',
  extra: true,
  description:
    'small Pods of one namespace: sync, list of all, list of one index value, one update until its handler',
  metrics: [
    { key: 'syncMs', unit: 'sync ms', digits: 1 },
    { key: 'listMs', unit: 'list ms', digits: 2 },
    { key: 'byIndexMs', unit: 'index ms', digits: 2 },
    { key: 'updateMs', unit: 'update ms', digits: 3 },
  ],
  setup: { scale: 1 },
  smoke: { scale: 0.01 },
  contenders: [
    { ...at('Two maps', 'map', 130_000), floor: true },
    at('Two maps', 'map', 500_000),
    at('SharedIndexInformer', 'kube-informer', 130_000),
    at('SharedIndexInformer', 'kube-informer', 500_000),
    at('@kubernetes/client-node ListWatch', 'client-node', 130_000),
    at('@kubernetes/client-node ListWatch', 'client-node', 500_000),
  ],
}
