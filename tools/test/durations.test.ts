import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../packages/packages.ts'
import { playwrightDurations, slowest, vitestDurations } from './durations.ts'

test("the durations of Vitest's report, without those of skipped tests", () => {
  const assertionResults = [
    { fullName: 'a list', duration: 1_500 },
    { fullName: 'a skipped test', duration: null },
    { fullName: 'another skipped test' },
  ]
  const testResults = [{ name: join(ROOT, 'packages/core/src/a.test.ts'), assertionResults }]
  expect(vitestDurations({ testResults })).toEqual([
    { file: 'packages/core/src/a.test.ts', title: 'a list', seconds: 1.5 },
  ])
})

test("the durations of Playwright's report, nested suites included", () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    file: 'journeys/a.spec.ts',
    tests: [{ results: durations.map(duration => ({ duration })) }],
  })
  const suites = [{ specs: [spec('outer', 1_000)], suites: [{ specs: [spec('inner', 2_000, 500)] }] }]
  expect(playwrightDurations({ config: { rootDir: join(ROOT, 'e2e') }, suites })).toEqual([
    { file: 'e2e/journeys/a.spec.ts', title: 'outer', seconds: 1 },
    { file: 'e2e/journeys/a.spec.ts', title: 'inner', seconds: 2.5 },
  ])
})

test('the slowest come first', () => {
  const durations = [1, 3, 2].map(seconds => ({ file: 'a', title: String(seconds), seconds }))
  expect(slowest(durations, 2).map(({ title }) => title)).toEqual(['3', '2'])
})
