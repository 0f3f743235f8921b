import { expect, test } from 'vitest'
import { compareReports, isReproduced } from './compare-reports.ts'
import { type Report, reportOf } from './report.ts'
import { waiting } from './test-cases.ts'

/** A report of one round, as it is read from a file. */
function reportFile(us: Readonly<Record<string, number>>): Report {
  const { contenders } = waiting
  const round = new Map(
    contenders.flatMap(contender => {
      const value = us[contender.name]
      return value === undefined ? [] : [[contender, { us: value }] as const]
    }),
  )
  const missing = new Map(
    contenders
      .filter(contender => !round.has(contender))
      .map(contender => [contender, 'not on this machine']),
  )
  return JSON.parse(JSON.stringify(reportOf(waiting, {}, [round], missing)))
}

test('the ratios of a contender are reproduced if they are within a tenth of their median', () => {
  const first = reportFile({ floor: 10, ours: 20, theirs: 80 })
  const second = reportFile({ floor: 10, ours: 21, theirs: 120 })
  const comparisons = compareReports([first, second])
  expect(comparisons).toMatchObject([
    { name: 'waiting: ours', ratios: [2, 2.1] },
    { name: 'waiting: theirs', ratios: [8, 12] },
  ])
  expect(comparisons.map(isReproduced)).toEqual([true, false])
})

test('a contender without a ratio in one report is left out: it is missing there, or its floor is 0', () => {
  const all = reportFile({ floor: 10, ours: 20, theirs: 80 })
  expect(compareReports([all, reportFile({ floor: 10, ours: 20 })]).map(({ name }) => name)).toEqual([
    'waiting: ours',
  ])
  expect(compareReports([all, reportFile({ floor: 0, ours: 20, theirs: 80 })])).toEqual([])
})
