import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const as = (name: string, how: string): Contender => ({ name, module: module('first-rows'), setup: { how } })

/** A page that shows one namespace of a large cluster, for a user who may not read the others. */
export const namespaceFirstRows: BenchCase = {
  name: 'namespace-first-rows',
  description:
    'Chromium, a namespace of {rows} Pods in a cluster of {count}, over HTTP: requested by the page -> its rows are in the page',
  metrics: [{ key: 'ms', unit: 'first rows ms', digits: 1 }],
  setup: { count: 100_000, rows: 200 },
  smoke: { count: 400, rows: 20 },
  server: module('server'),
  extra: true,
  contenders: [
    { ...as("fetch of the namespace's list, JSON.parse", 'fetch'), floor: true },
    as('connection.subscribe, a window of 50', 'connection'),
    as('connectInformers and subscribe, with the start of the worker', 'start'),
  ],
}
