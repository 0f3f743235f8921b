import { expect, test } from 'vitest'
import type { BenchCase } from './bench-case.ts'
import { runCases } from './run-case.ts'
import { formatTable } from './table.ts'

const module = `data:text/javascript,${encodeURIComponent('export const run = async ({ us }) => ({ us })')}`

const benchCase: BenchCase = {
  name: 'waiting',
  description: 'a test case',
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

test('ratios are relative to the floor and to the peer; a missing contender is listed and not run', {
  timeout: 60_000,
}, async () => {
  const [report] = await runCases([benchCase], { runs: 1, smoke: false, log: () => {} })
  if (!report) throw new Error('no report')
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

test('the short form excludes extra contenders, and has fewer rounds for cases that count', {
  timeout: 60_000,
}, async () => {
  const [floor, ours] = benchCase.contenders
  if (!floor || !ours) throw new Error('no contenders')
  const timed = { ...benchCase, contenders: [floor, { ...ours, extra: true as const }] }
  const counted = { ...timed, name: 'counting', short: { setup: { us: 40 }, bestOf: 2, rounds: 1 } }
  const reports = await runCases([timed, counted], { runs: 3, smoke: false, full: false, log: () => {} })
  expect(reports.map(({ case: name, runs }) => [name, runs])).toEqual([
    ['waiting', 3],
    ['counting', 1],
  ])
  expect(reports.map(({ results }) => results.map(({ contender }) => contender))).toEqual([
    ['floor'],
    ['floor'],
  ])
  expect(reports[1]?.results[0]?.metrics.us?.median).toBe(40)
})

test('rounds are interleaved across cases', { timeout: 60_000 }, async () => {
  const [floor] = benchCase.contenders
  if (!floor) throw new Error('no contenders')
  const at = `data:text/javascript,${encodeURIComponent('export const run = async () => ({ us: Date.now() })')}`
  const cases = ['a', 'b'].map(name => ({ ...benchCase, name, contenders: [{ ...floor, module: at }] }))
  const reports = await runCases(cases, { runs: 2, smoke: false, full: false, log: () => {} })
  const [a = [], b = []] = reports.map(({ results }) => results[0]?.samples.map(({ us = 0 }) => us))
  expect([a[0], b[0], a[1], b[1]].map(Number)).toEqual([...a, ...b].map(Number).sort((x, y) => x - y))
})
