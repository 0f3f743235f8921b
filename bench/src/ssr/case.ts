import type { BenchCase, Contender } from '../bench-case.ts'

const rendered = (name: string, entry: string): Contender => ({
  name,
  module: new URL('./bundled.ts', import.meta.url).href,
  setup: { entry },
})

/** One rendering on a server, for a request whose rows have been read. */
export const ssr: BenchCase = {
  name: 'ssr',
  description: 'renderToString of {count} rows of a table of Pods',
  metrics: [
    { key: 'cpuMs', unit: 'CPU ms', digits: 2 },
    { key: 'ms', unit: 'ms', digits: 2 },
  ],
  setup: { count: 200, passes: 7, renders: 100 },
  smoke: { count: 20, passes: 1, renders: 2 },
  short: { bestOf: 1 },
  contenders: [
    { ...rendered('a plain array', 'plain'), floor: true },
    rendered('useLister below InformerHydrationBoundary', 'hydrated'),
  ],
}
