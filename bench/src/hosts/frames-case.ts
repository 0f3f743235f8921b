import type { BenchCase, Contender, Setup } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const as = (name: string, setup: Setup): Contender => ({ name, module: module('frames'), setup })

/** The frame rate of a page that shows a few Pods of a busy cluster. */
export const frames: BenchCase = {
  name: 'frames',
  description:
    'Chromium, a React table while a cluster is listed, and then each Pod changes 0.1 times a second',
  metrics: [
    { key: 'framesPerSecond', unit: 'frames/s', digits: 1 },
    { key: 'ofIdle', unit: 'of the idle page', digits: 3 },
    { key: 'ownLongTasks', unit: 'own long tasks' },
    { key: 'longTasks', unit: 'long tasks' },
    { key: 'syncKilobytes', unit: 'KB until shown', digits: 1 },
    { key: 'kilobytesPerSecond', unit: 'KB/s to the page', digits: 1 },
    { key: 'messagesPerSecond', unit: 'messages/s', digits: 1 },
  ],
  setup: {
    cluster: 'k8s',
    count: 10_000,
    perSecond: 1_000,
    seconds: 30,
    idleSeconds: 10,
    scripts: 'hosts/frames-page chromium/worker',
  },
  smoke: { count: 300, perSecond: 100, seconds: 2, idleSeconds: 1 },
  server: new URL('../chromium/server.ts', import.meta.url).href,
  extra: true,
  contenders: [
    { ...as('the page, idle', { rows: 0 }), floor: true },
    as('50 rows of 10,000', { rows: 50 }),
    as('100 rows of 10,000', { rows: 100 }),
    // The same rate of events for each Pod as in the whole cluster.
    as('50 rows of 5,000', { rows: 50, cluster: 'half', share: 0.5 }),
  ],
}
