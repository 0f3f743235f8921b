import type { BenchCase, Contender, Setup } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href
const server = module('server')

const firstRows = (name: string, setup: Setup): Contender => ({ name, module: module('first-rows'), setup })
const frames = (name: string, setup: Setup): Contender => ({ name, module: module('frames'), setup })

/** The time until the console shows rows, beside a page that can do nothing else. */
export const consoleFirstRows: BenchCase = {
  name: 'console-first-rows',
  description: 'Chromium with an empty profile, {count} realistic Pods: navigation -> the first 50 rows',
  metrics: [{ key: 'ms', unit: 'first rows ms' }],
  setup: { count: 10_000 },
  smoke: { count: 300 },
  server,
  extra: true,
  contenders: [
    { ...firstRows('a bare page: fetch, JSON.parse, 50 rows of text', { page: 'bare' }), floor: true },
    firstRows('the console', { page: 'console' }),
    firstRows('the console, reloaded', { page: 'reload' }),
    firstRows('the bare page, reloaded', { page: 'bare-reload' }),
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
