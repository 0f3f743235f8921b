import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const as = (name: string, how: string): Contender => ({ name, module: module('transfer'), setup: { how } })

/** The time a page waits for objects that the worker already holds. */
export const workerTransfer: BenchCase = {
  name: 'worker-transfer',
  description:
    'Chromium, {count} Pods without managedFields in a worker: requested by the page -> received as objects',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'longTaskMs', unit: 'longest task ms' },
  ],
  setup: {
    count: 10_000,
    asks: 3,
    scripts: 'chromium/transfer-page chromium/transfer-worker chromium/worker',
  },
  smoke: { count: 500, asks: 1 },
  short: { setup: { count: 5_000, asks: 3 }, bestOf: 1 },
  server: module('server'),
  contenders: [
    { ...as('postMessage of the bytes, copied', 'bytes'), floor: true },
    { ...as('postMessage of the objects (structured clone)', 'objects'), peer: true },
    { ...as('postMessage of one text, JSON.parse in the page', 'text'), extra: true },
    as('connection.subscribe, all rows', 'all'),
    as('connection.subscribe, a window of 50', 'window'),
  ],
}
