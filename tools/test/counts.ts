/** The numbers of passed, failed and skipped tests. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The parts of Vitest's JSON report that are counted. */
interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** The parts of Playwright's JSON report that are counted. */
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly unknown[]
}

/** Counts Vitest's report; a file that fails without a failing test (it does not load, a hook throws) is one failure. */
export function countVitest(report: VitestReport): Counts {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(test => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts Playwright's report; errors outside of tests (a global set-up) are failures. A test that passes on its second attempt has passed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/** Counts a failure for a step whose command failed, even if its report has none or is missing. */
export function atLeastOneFailure(counts: Counts | undefined, exitCode: number | null): Counts {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 1, skipped: 0 }
  return { passed, failed: exitCode === 0 ? failed : Math.max(1, failed), skipped }
}

/** The sum of all counts. */
export function sum(all: readonly Counts[]): Counts {
  const total = (key: keyof Counts) => all.reduce((before, counts) => before + counts[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}
