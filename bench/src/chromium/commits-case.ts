import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const as = (name: string, how: string): Contender => ({ name, module: module('commits'), setup: { how } })

const SETUP = {
  count: 5_000,
  events: 3_000,
  perSecond: 1_000,
  scripts: 'chromium/commits-page chromium/worker',
}

/** The number of React commits while a cluster is busy. */
export const reactCommits: BenchCase = {
  name: 'react-commits',
  description: 'Chromium, {count} Pods, a table of 50 of them, {perSecond} events a second: React commits',
  metrics: [
    { key: 'commits', unit: 'commits per 1,000 events', digits: 1 },
    { key: 'renderMs', unit: 'render ms per 1,000 events', digits: 1 },
    { key: 'frames', unit: 'frames/s' },
    { key: 'longTasks', unit: 'long tasks' },
  ],
  setup: SETUP,
  smoke: { count: 200, events: 200 },
  short: { setup: { events: 2_000 }, bestOf: 1, rounds: 2 },
  server: module('server'),
  contenders: [
    { ...as('one commit a frame, of nothing', 'frames'), floor: true },
    { ...as('an informer in the page, setState in its handler', 'page'), peer: true },
    as('useByIndex, a window of 50', 'hook'),
  ],
}

/** What the hooks add to the main thread while a cluster is busy. */
export const reactMainThread: BenchCase = {
  name: 'react-main-thread',
  description: 'Chromium, {count} Pods, a table of 50 of them, {perSecond} events a second: main thread',
  metrics: [
    { key: 'mainMs', unit: 'CPU ms of the main thread per 1,000 events', digits: 0 },
    { key: 'commits', unit: 'commits per 1,000 events', digits: 1 },
    { key: 'renderMs', unit: 'render ms per 1,000 events', digits: 1 },
  ],
  setup: SETUP,
  smoke: { count: 200, events: 200 },
  short: { setup: { events: 2_000 }, bestOf: 1, rounds: 2 },
  server: module('server'),
  contenders: [
    { ...as('observe and useSyncExternalStore, a window of 50', 'observe'), floor: true },
    as('useByIndex, a window of 50', 'hook'),
  ],
}
