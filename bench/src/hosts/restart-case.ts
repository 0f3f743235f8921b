import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const as = (name: string, how: string, encoding = 'json'): Contender => ({
  name,
  module: module('restart'),
  setup: { how, encoding },
})

/** A reload that finds all objects on disk. */
export const warmRestart: BenchCase = {
  name: 'warm-restart',
  description:
    'Chromium, 10,000 realistic Pods: a page is reloaded; worker started -> the page has counted all Pods',
  metrics: [
    { key: 'ms', unit: 'all counted ms' },
    { key: 'firstRowsMs', unit: 'first 50 rows ms' },
  ],
  setup: {
    count: 10_000,
    times: 5,
    protobuf: true,
    scripts: 'hosts/restart-page chromium/worker chromium/json-worker',
  },
  smoke: { count: 300, times: 1 },
  server: new URL('../chromium/server.ts', import.meta.url).href,
  extra: true,
  contenders: [
    { ...as('from the server, nothing is kept', 'cold'), floor: true },
    as('from disk, after a reload', 'reload'),
    as('from disk, after a restart of the browser', 'browser'),
    as('protobuf, nothing is kept', 'cold', 'protobuf'),
    as('protobuf from disk, after a reload', 'reload', 'protobuf'),
  ],
}
