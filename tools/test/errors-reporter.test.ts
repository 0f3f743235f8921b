import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readJson } from '../packages/packages.ts'
import { ErrorsReporter } from './errors-reporter.ts'

test('errors outside of tests are written with their file, test and stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'errors-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'errors.json')
  new ErrorsReporter(file).onTestRunEnd(
    [],
    [
      {
        type: 'Unhandled Rejection',
        name: 'TypeError',
        message: 'no',
        stack: 'TypeError: no\n    at a.ts:1:1',
        VITEST_TEST_PATH: '/a.test.ts',
        VITEST_TEST_NAME: 'is last',
      },
      { name: 'Error', message: 'the worker has exited' },
      { message: 'thrown', stack: 'undefined' },
    ],
  )
  expect(readJson(file)).toEqual([
    {
      type: 'Unhandled Rejection',
      text: 'TypeError: no\n    at a.ts:1:1',
      file: '/a.test.ts',
      test: 'is last',
    },
    { type: 'Error', text: 'Error: the worker has exited' },
    { type: 'Error', text: 'thrown\nundefined' },
  ])
})
