import { expect, test } from 'vitest'
import type { BenchCase } from './bench-case.ts'
import { runCase } from './run-case.ts'
import { formatTable } from './table.ts'

const module = `data:text/javascript,${encodeURIComponent('export const run = async ({ us }) => ({ us })')}`

const benchCase: BenchCase = {
  name: 'waiting',
  description: 'nothing in particular',
  metrics: [{ key: 'us', unit: 'us' }],
  setup: { us: 10 },
  smoke: {},
  contenders: [
    { name: 'floor', module, floor: true },
    { name: 'ours', module, setup: { us: 20 } },
    { name: 'theirs', module, setup: { us: 80 }, peer: true },
    { name: 'foreign', module: 'never loaded', missing: () => 'not on this machine' },
  ],
}

test('ratios are taken of the floor and of the peer; who is missing is listed, and never run', {
  timeout: 60_000,
}, async () => {
  const report = await runCase(benchCase, { runs: 1, smoke: false, log: () => {} })
  expect(report.results).toMatchObject([
    { contender: 'floor', floor: true, ratio: 1, ratioToPeer: 0.125 },
    { contender: 'ours', ratio: 2, ratioToPeer: 0.25 },
    { contender: 'theirs', ratio: 8, ratioToPeer: 1 },
    { contender: 'foreign', missing: 'not on this machine', samples: [] },
  ])
  const table = formatTable(report, benchCase.description, benchCase.metrics)
  expect(table).toMatch(/ours +20 +0 % +2\.00x +0 % +0\.25x/)
  expect(table).toMatch(/foreign: not on this machine *$/m)
})

test('the short form leaves out what is marked, and measures as long as its budget allows', {
  timeout: 60_000,
}, async () => {
  const [floor, ours] = benchCase.contenders
  if (!floor || !ours) throw new Error('no contenders')
  const short = {
    ...benchCase,
    setup: { us: 10, warmUps: 1 },
    contenders: [floor, { ...ours, extra: true as const }],
  }
  const run = { smoke: false, full: false, log: () => {} }
  const least = await runCase(short, { ...run, runs: 2 })
  expect(least.results.map(({ contender }) => contender)).toEqual(['floor'])
  expect(least.runs).toBe(2)
  const most = await runCase(short, { ...run, runs: 1, budgetMs: Number.POSITIVE_INFINITY })
  expect(most.runs).toBe(9)
})
