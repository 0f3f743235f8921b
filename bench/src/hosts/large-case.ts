import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const as = (name: string, how: string): Contender => ({ name, module: module('large'), setup: { how } })

/** A large cluster, and a table that shows some fields of it. */
export const largeWorker: BenchCase = {
  name: 'large-worker',
  description:
    'Chromium, 100,000 Pods in a worker, with node, phase, labels and creation time of each: its memory; the switch to another namespace',
  metrics: [
    { key: 'megabytes', unit: 'MB in total', digits: 1 },
    { key: 'heapMegabytes', unit: 'MB of heap', digits: 1 },
    { key: 'switchMs', unit: 'ms until painted', digits: 1 },
    { key: 'slowestSwitchMs', unit: 'the slowest', digits: 1 },
  ],
  setup: {
    count: 100_000,
    switches: 20,
    scripts: 'hosts/large-page hosts/picking-worker hosts/texts-worker',
  },
  smoke: { count: 1_000, switches: 2 },
  server: new URL('../chromium/server.ts', import.meta.url).href,
  extra: true,
  contenders: [
    { ...as('a Map of their texts', 'texts'), floor: true },
    as('an informer', 'informer'),
    as('an informer, all on disk, too', 'kept'),
  ],
}
