import { expect, test } from 'vitest'
import { casesOf, type FoundCase } from './find-cases.ts'
import { runCases } from './run-case.ts'
import { formatTable } from './table.ts'

const cases = await casesOf(new URL('./test-cases.ts', import.meta.url).href)
const log = () => {}

function named(...names: readonly string[]): readonly FoundCase[] {
  const found = names.flatMap(name => cases.find(each => each.name === name) ?? [])
  expect(found).toHaveLength(names.length)
  return found
}

test('ratios are relative to the floor and to the peer; a missing contender is listed and not run', {
  timeout: 60_000,
}, async () => {
  const [waiting] = named('waiting')
  const [report] = await runCases(named('waiting'), { runs: 1, smoke: false, log })
  if (!report || !waiting) throw new Error('no report')
  expect(report.results).toMatchObject([
    { contender: 'floor', floor: true, ratio: 1, ratioToPeer: 0.125 },
    { contender: 'ours', ratio: 2, ratioToPeer: 0.25 },
    { contender: 'theirs', ratio: 8, ratioToPeer: 1 },
    { contender: 'foreign', missing: 'not on this machine', samples: [] },
  ])
  const table = formatTable(report, waiting.description, waiting.metrics)
  expect(table).toMatch(/ours +20 +0 % +2\.00x +0 % +0\.25x/)
  expect(table).toMatch(/foreign: not on this machine *$/m)
})

test('the short form excludes extra contenders, and has fewer rounds for cases that count', {
  timeout: 60_000,
}, async () => {
  const reports = await runCases(named('timed', 'counting'), { runs: 3, smoke: false, full: false, log })
  expect(reports.map(({ case: name, runs }) => [name, runs])).toEqual([
    ['timed', 3],
    ['counting', 1],
  ])
  expect(reports.map(({ results }) => results.map(({ contender }) => contender))).toEqual([
    ['floor'],
    ['floor'],
  ])
  expect(reports[1]?.results[0]?.metrics.us?.median).toBe(40)
})

test('the result of the server is added to the setup', { timeout: 60_000 }, async () => {
  const [report] = await runCases(named('served'), { runs: 1, smoke: true, log })
  expect(report?.setup).toEqual({ us: 30 })
  expect(report?.results[0]?.metrics.us?.median).toBe(30)
})

test('rounds are interleaved across cases', { timeout: 60_000 }, async () => {
  const reports = await runCases(named('first', 'second'), { runs: 2, smoke: false, full: false, log })
  const [a = [], b = []] = reports.map(({ results }) => results[0]?.samples.map(({ us = 0 }) => us))
  expect([a[0], b[0], a[1], b[1]].map(Number)).toEqual([...a, ...b].map(Number).sort((x, y) => x - y))
})
