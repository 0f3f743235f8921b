import type { BenchCase, Contender } from '../bench-case.ts'

const as = (name: string, page: string): Contender => ({
  name,
  module: new URL('./first-row.ts', import.meta.url).href,
  setup: { page },
})

/** The first visit to the demo, as `npm start` serves it. */
export const firstVisit: BenchCase = {
  name: 'first-visit',
  description: 'Chromium with an empty profile, {count} realistic Pods: navigation -> first row of the demo',
  metrics: [{ key: 'ms', unit: 'first row ms' }],
  setup: { count: 10_000 },
  smoke: { count: 300 },
  server: new URL('./server.ts', import.meta.url).href,
  extra: true,
  contenders: [
    { ...as('a bare page: fetch, JSON.parse, 40 rows of text', 'bare'), floor: true },
    as('npm start', 'start'),
    as('npm start, ?mock', 'mock'),
  ],
}
