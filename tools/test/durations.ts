import { relative } from 'node:path'
import { ROOT } from '../packages/packages.ts'

/** How long one test took. */
export interface TestDuration {
  /** Relative to the repository's root. */
  readonly file: string
  readonly title: string
  readonly seconds: number
}

/** The parts of Vitest's JSON report that have durations. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number | null }[]
  }[]
}

/** A file or a `describe` in Playwright's JSON report. */
interface PlaywrightSuite {
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string }
  readonly suites: readonly PlaywrightSuite[]
}

/** The tests of a Vitest report; skipped ones have no duration. */
export function vitestDurations({ testResults }: VitestReport): readonly TestDuration[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, duration }) =>
      duration ? [{ file: relative(ROOT, name), title: fullName, seconds: duration / 1000 }] : [],
    ),
  )
}

/** The tests of a Playwright report, fixtures and retries included. */
export function playwrightDurations({ config, suites }: PlaywrightReport): readonly TestDuration[] {
  const folder = relative(ROOT, config.rootDir)
  const durationsIn = (suite: PlaywrightSuite): readonly TestDuration[] => [
    ...suite.specs.map(({ file, title, tests }) => ({
      file: `${folder}/${file}`,
      title,
      seconds:
        tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
    ...(suite.suites ?? []).flatMap(durationsIn),
  ]
  return suites.flatMap(durationsIn)
}

/** The `count` slowest tests, the slowest first. */
export function slowest(durations: readonly TestDuration[], count: number): readonly TestDuration[] {
  return durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
}
