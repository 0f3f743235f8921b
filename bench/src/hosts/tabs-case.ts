import type { BenchCase, Contender, Setup } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const as = (name: string, setup: Setup): Contender => ({ name, module: module('tabs'), setup })

/** The memory of ten tabs of a dashboard, compared with one. */
const tenTabs = (name: string, host: string): BenchCase => ({
  name,
  description: `Chromium, 50 of 10,000 Pods in each tab: heaps of pages and workers, minus those with an empty cluster`,
  metrics: [
    { key: 'megabytes', unit: 'MB', digits: 1 },
    { key: 'emptyMegabytes', unit: 'MB of the empty cluster', digits: 1 },
  ],
  setup: { count: 10_000, host, tabs: 10, scripts: 'hosts/tab-page chromium/worker' },
  smoke: { count: 300, tabs: 3 },
  server: new URL('../chromium/server.ts', import.meta.url).href,
  extra: true,
  contenders: [{ ...as('one tab', { tabs: 1 }), floor: true }, as('ten tabs', {})],
})

export const tenTabsShared: BenchCase = tenTabs('ten-tabs-shared', 'shared')
export const tenTabsLeader: BenchCase = tenTabs('ten-tabs-leader', 'leader')
