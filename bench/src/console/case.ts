import type { BenchCase, Contender, Setup } from '../bench-case.ts'
import { BARE_PATH, STATIC_PATH } from './bare-page.ts'

const PODS = '/'
/** Its first rows are only known when all have arrived. */
const SORTED = '/c/fake/core/v1/pods?sort=-age'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href
const server = module('server')

const firstRows = (name: string, setup: Setup): Contender => ({ name, module: module('first-rows'), setup })
const frames = (name: string, setup: Setup): Contender => ({ name, module: module('frames'), setup })

/** The time until the console shows rows, beside a page that can do nothing else. */
export const consoleFirstRows: BenchCase = {
  name: 'console-first-rows',
  description: 'Chromium with an empty profile, {count} realistic Pods: navigation -> the first 50 rows',
  metrics: [
    { key: 'ms', unit: 'first rows ms' },
    { key: 'ownMs', unit: "ms until they are the console's" },
  ],
  setup: { count: 10_000 },
  smoke: { count: 300 },
  server,
  extra: true,
  contenders: [
    {
      ...firstRows('a bare page: fetch, JSON.parse, 50 rows of text', { path: BARE_PATH, reload: false }),
      floor: true,
    },
    firstRows('the console', { path: PODS, reload: false }),
    firstRows('the console, reloaded', { path: PODS, reload: true }),
    firstRows('the console with sorted Pods', { path: SORTED, reload: false }),
    firstRows('the console with sorted Pods, reloaded', { path: SORTED, reload: true }),
    firstRows('the bare page, reloaded', { path: BARE_PATH, reload: true }),
    firstRows('50 rows in the HTML, reloaded', { path: STATIC_PATH, reload: true }),
  ],
}

/** The frames of the console while its cluster changes. */
export const consoleFrames: BenchCase = {
  name: 'console-frames',
  description: 'Chromium, the console with {count} Pods, scrolled now and then, for {seconds} s',
  metrics: [
    { key: 'droppedFrames', unit: 'dropped frames' },
    { key: 'framesPerSecond', unit: 'frames/s', digits: 1 },
    { key: 'longTasks', unit: 'long tasks' },
    { key: 'longestMs', unit: 'ms, the longest' },
  ],
  setup: { count: 10_000, seconds: 30 },
  smoke: { count: 300, seconds: 2 },
  server,
  extra: true,
  contenders: [
    { ...frames('no events', { perSecond: 0 }), floor: true },
    frames('200 events a second', { perSecond: 200 }),
  ],
}
