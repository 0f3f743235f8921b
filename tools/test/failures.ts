import { relative } from 'node:path'
import { ROOT } from '../packages/packages.ts'
import type { OutsideError } from './errors-reporter.ts'

/** A test that failed at least once, or an error outside of tests. */
export interface FailedTest {
  /** Relative to the repository's root. */
  readonly file: string
  readonly title: string
  /** The first lines of each attempt's error. */
  readonly errors: readonly string[]
  /** Whether a second attempt passed. */
  readonly passedOnRetry: boolean
}

/** The parts of Vitest's JSON report that have failures. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** A file or a `describe` in Playwright's JSON report. */
interface PlaywrightSuite {
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string }
  readonly suites: readonly PlaywrightSuite[]
}

/** The failures of a Vitest report. A test that passed with the errors of an earlier attempt was retried. */
export function vitestFailures({ testResults }: VitestReport): readonly FailedTest[] {
  return testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative(ROOT, name)
    const failed = assertionResults.flatMap(({ fullName, status, failureMessages = [] }) =>
      status === 'failed' || (status === 'passed' && failureMessages.length > 0)
        ? [{ file, title: fullName, errors: failureMessages.map(head), passedOnRetry: status === 'passed' }]
        : [],
    )
    const isBroken = status === 'failed' && !failed.some(test => !test.passedOnRetry)
    return isBroken
      ? [...failed, { file, title: 'the file', errors: [head(message)], passedOnRetry: false }]
      : failed
  })
}

/** Errors outside of tests. They fail the run, also if each test has passed. */
export function outsideFailures(errors: readonly OutsideError[]): readonly FailedTest[] {
  return errors.map(({ type, text, file, test }) => ({
    file: file === undefined ? 'no test file' : relative(ROOT, file),
    title: test === undefined ? 'outside of tests' : `during or after "${test}"`,
    errors: [head(`${type}: ${text}`)],
    passedOnRetry: false,
  }))
}

/** The failures of a Playwright report. */
export function playwrightFailures({ config, suites }: PlaywrightReport): readonly FailedTest[] {
  const folder = relative(ROOT, config.rootDir)
  const failuresIn = (suite: PlaywrightSuite): readonly FailedTest[] => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => ({
          file: `${folder}/${file}`,
          title,
          errors: results.flatMap(({ error }) => (error ? [head(error.message ?? '')] : [])),
          passedOnRetry: status === 'flaky',
        })),
    ),
    ...(suite.suites ?? []).flatMap(failuresIn),
  ]
  return suites.flatMap(failuresIn)
}

const LINES = 8
// biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colors its messages.
const COLORS = /\u001b\[[0-9;]*m/g

/** The first lines of a message, without colors. */
const head = (message: string): string =>
  message.replaceAll(COLORS, '').split('\n').slice(0, LINES).join('\n')
