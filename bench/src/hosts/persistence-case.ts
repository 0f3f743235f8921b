import type { BenchCase, Contender, Setup } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const as = (name: string, setup: Setup): Contender => ({ name, module: module('persistence'), setup })

/** The cost of persisting all objects, and the amount of data written. */
export const persistenceCost: BenchCase = {
  name: 'persistence-cost',
  description:
    'Chromium, 10,000 Pods in a worker, 100,000 events without a rate limit: until the page has received the last one',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'eventsPerSecond', unit: 'events/s' },
    { key: 'firstMegabytes', unit: 'MB written initially' },
    { key: 'megabytes', unit: 'MB written for events' },
    { key: 'amplification', unit: 'x the changed bytes', digits: 2 },
  ],
  setup: {
    count: 10_000,
    events: 100_000,
    pacedEvents: 6_000,
    scripts: 'hosts/persistence-page hosts/counting-worker',
  },
  smoke: { count: 300, events: 1_000, pacedEvents: 1_000 },
  server: new URL('../chromium/server.ts', import.meta.url).href,
  extra: true,
  contenders: [
    { ...as('nothing is kept', { isKept: false }), floor: true },
    as('everything is kept', { isKept: true }),
    // Many small writes instead of a few large ones.
    as('everything is kept, 200 events a second', { isKept: true, perSecond: 200 }),
  ],
}
