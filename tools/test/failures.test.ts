import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../packages/packages.ts'
import { outsideFailures, playwrightFailures, vitestFailures } from './failures.ts'

const name = join(ROOT, 'packages/core/src/a.test.ts')
const file = 'packages/core/src/a.test.ts'

test("the failures of Vitest's report: failed tests, retried tests, and files that do not load", () => {
  const assertionResults = [
    { fullName: 'passes', status: 'passed', failureMessages: [] },
    { fullName: 'fails', status: 'failed', failureMessages: ['first', 'second'] },
    { fullName: 'passes on retry', status: 'passed', failureMessages: ['first'] },
    { fullName: 'is skipped', status: 'skipped' },
  ]
  const testResults = [
    { name, status: 'failed', assertionResults },
    { name, status: 'failed', message: 'SyntaxError', assertionResults: [] },
  ]
  expect(vitestFailures({ testResults })).toEqual([
    { file, title: 'fails', errors: ['first', 'second'], passedOnRetry: false },
    { file, title: 'passes on retry', errors: ['first'], passedOnRetry: true },
    { file, title: 'the file', errors: ['SyntaxError'], passedOnRetry: false },
  ])
})

test('errors outside of tests, with the file and the test if they are known', () => {
  expect(
    outsideFailures([
      { type: 'Unhandled Rejection', text: 'Error: no', file: name, test: 'is last' },
      { type: 'Unhandled Rejection', text: 'Error: late', file: name },
      { type: 'Error', text: Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n') },
    ]),
  ).toEqual([
    {
      file,
      title: 'during or after "is last"',
      errors: ['Unhandled Rejection: Error: no'],
      passedOnRetry: false,
    },
    { file, title: 'outside of tests', errors: ['Unhandled Rejection: Error: late'], passedOnRetry: false },
    {
      file: 'no test file',
      title: 'outside of tests',
      errors: [expect.stringMatching(/^Error: line 0\n(line \d\n){6}line 7$/)],
      passedOnRetry: false,
    },
  ])
})

test("the failures of Playwright's report, nested suites included", () => {
  const spec = (title: string, status: string, ...messages: (string | undefined)[]) => ({
    title,
    file: 'journeys/a.spec.ts',
    tests: [{ status, results: messages.map(message => (message ? { error: { message } } : {})) }],
  })
  const suites = [
    {
      specs: [spec('passes', 'expected', undefined)],
      suites: [
        {
          specs: [
            spec('fails', 'unexpected', '\u001b[31mred\u001b[39m'),
            spec('flaky', 'flaky', 'first', undefined),
          ],
        },
      ],
    },
  ]
  expect(playwrightFailures({ config: { rootDir: join(ROOT, 'e2e') }, suites })).toEqual([
    { file: 'e2e/journeys/a.spec.ts', title: 'fails', errors: ['red'], passedOnRetry: false },
    { file: 'e2e/journeys/a.spec.ts', title: 'flaky', errors: ['first'], passedOnRetry: true },
  ])
})
