// npm test: unit tests in Node and in a browser, and the journeys tagged @smoke.
// npm run test:all, npm test -- --all: every test; a real kube-apiserver is built first if Go is installed.
// npm test -- --rest: what `npm test` omits, without the journeys tagged @long.
// npm test -- PATH…: the unit tests below the paths only. Options of Vitest are passed on. `--all` and `--rest` choose which.
// npm test -- --long: the randomized tests with more runs, and what takes minutes.
// npm test -- --install: only finds or installs the browsers. Tests of an engine that cannot be installed are counted as
// skipped; Chromium is required.
//
// Each prints the slowest tests and compares the durations with tools/test/budget.json; CI=true fails past a budget.
// With CI=true a test that fails runs once more. The last lines name each test that failed, also if it passed then, and each
// error outside of tests.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureEngine } from './engines/find-engine.ts'
import { ensureBrowser } from './engines/installed-chromium.ts'
import { buildKubernetes, hasGo } from './kubernetes/build.ts'
import { ROOT, readJson, tool } from './packages/packages.ts'
import { addBudgets, type Budget, overruns, secondsByFolder } from './test/budget.ts'
import { atLeastOneFailure, type Counts, countPlaywright, countVitest, sum } from './test/counts.ts'
import { playwrightDurations, slowest, type TestDuration, vitestDurations } from './test/durations.ts'
import type { OutsideError } from './test/errors-reporter.ts'
import { type FailedTest, outsideFailures, playwrightFailures, vitestFailures } from './test/failures.ts'
import { JOURNEY_PROJECTS, journeyReport, runPlaywright } from './test/journeys.ts'

type Scope = 'fast' | 'rest' | 'all'

interface Step {
  readonly title: string
  readonly report: string
  /** The errors outside of tests, which the report does not contain. */
  readonly errors?: string
  readonly run: () => number | null
  readonly count: (report: never) => Counts
  readonly durations: (report: never) => readonly TestDuration[]
  readonly failures: (report: never) => readonly FailedTest[]
}

interface StepResult {
  readonly counts: Counts
  readonly durations: readonly TestDuration[]
  readonly failures: readonly FailedTest[]
}

const VITEST_REPORT = join(ROOT, '.cache', 'vitest.json')
const VITEST_ERRORS = join(ROOT, '.cache', 'vitest-errors.json')
const VITEST_PROJECTS: Readonly<Record<Scope, readonly string[]>> = {
  fast: ['node', 'node-isolated', 'browser'],
  rest: ['slow', 'slow-browser', 'react-18', 'browser-firefox', 'browser-webkit'],
  all: [
    ...['node', 'node-isolated', 'browser', 'slow', 'slow-browser', 'react-18'],
    ...['browser-firefox', 'browser-webkit'],
  ],
}
const SMOKE: Readonly<Record<Scope, readonly string[]>> = {
  fast: ['--grep=@smoke'],
  rest: ['--grep-invert=@smoke|@long'],
  all: [],
}

interface VitestOptions {
  /** Paths, and options of Vitest. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

function runVitest(scope: Scope, { args = [], env = {} }: VitestOptions): number | null {
  const projects = VITEST_PROJECTS[scope].map(name => `--project=${name}`)
  return spawnSync(tool('vitest'), ['run', ...projects, ...args], {
    cwd: ROOT,
    // Of the browser tests, the other engines run all.
    env: { ...process.env, ...(scope === 'all' && { KUBE_INFORMER_ENGINES: 'all' }), ...env },
    stdio: 'inherit',
  }).status
}

const REPORTS = { KUBE_INFORMER_TEST_REPORT: VITEST_REPORT, KUBE_INFORMER_TEST_ERRORS: VITEST_ERRORS }

function runJourneys(project: string, scope: Scope): number | null {
  const [first] = JOURNEY_PROJECTS
  const environment = {
    JOURNEY_REPORT: journeyReport(project),
    // The first project has already built the demo.
    ...(project !== first && { JOURNEYS_BUILT: 'true' }),
  }
  return runPlaywright([`--project=${project}`, '--pass-with-no-tests', ...SMOKE[scope]], environment)
}

/** In the other engines, `rest` omits the journeys: they would take ten minutes. */
const journeyProjects = (scope: Scope): readonly string[] =>
  scope === 'rest'
    ? JOURNEY_PROJECTS.filter(project => project === 'parallel' || project === 'serial')
    : JOURNEY_PROJECTS

function stepsOf(scope: Scope): readonly Step[] {
  return [
    {
      title: `Vitest: ${VITEST_PROJECTS[scope].join(', ')}`,
      report: VITEST_REPORT,
      errors: VITEST_ERRORS,
      run: () => runVitest(scope, { env: REPORTS }),
      count: countVitest,
      durations: vitestDurations,
      failures: vitestFailures,
    },
    ...journeyProjects(scope).map(project => ({
      title: `Playwright: ${project} journeys${scope === 'fast' ? ' tagged @smoke' : ''}`,
      report: journeyReport(project),
      run: () => runJourneys(project, scope),
      count: countPlaywright,
      durations: playwrightDurations,
      failures: playwrightFailures,
    })),
  ]
}

function runStep({ title, report, errors, run, count, durations, failures }: Step): StepResult {
  console.log(`\n== ${title}`)
  // A report of an earlier run must not be read as this one's.
  for (const file of [report, errors]) if (file) rmSync(file, { force: true })
  const exitCode = run()
  const result = existsSync(report) ? readJson<never>(report) : undefined
  return {
    counts: atLeastOneFailure(result && count(result), exitCode),
    durations: result ? durations(result) : [],
    failures: [
      ...(result ? failures(result) : []),
      ...(errors && existsSync(errors) ? outsideFailures(readJson<OutsideError[]>(errors)) : []),
    ],
  }
}

const CONDITIONS = '--conditions=@kube-informer/source'
const LONG_TESTS = [
  ...['packages/controller', 'packages/core', 'packages/worker', 'tests/conformance/protocol'],
  ...['tests/conformance/kubernetes/shared-lease', 'e2e/crash', 'tests/simulation/relay'],
]

/** @returns whether all of them passed; none runs after a failure */
function runLong(): boolean {
  const run = (args: readonly string[]) =>
    spawnSync(process.execPath, [CONDITIONS, ...args], { cwd: ROOT, stdio: 'inherit' }).status === 0
  const projects = ['node', 'node-isolated', 'slow'].map(name => `--project=${name}`)
  const tests = spawnSync(tool('vitest'), ['run', ...projects, ...LONG_TESTS], {
    cwd: ROOT,
    env: { ...process.env, LONG: '1' },
    stdio: 'inherit',
  })
  return (
    tests.status === 0 &&
    run(['tests/simulation/controllers/main.ts', '--seeds', '10000']) &&
    run(['tools/test-engines.ts'])
  )
}

/** Finds the browsers, or installs them. @returns whether there is a Chromium */
function installBrowsers(): boolean {
  try {
    console.log(`browser: ${ensureBrowser()}`)
    for (const engine of ['firefox', 'webkit'] as const)
      console.log(`${engine}: ${ensureEngine(engine) ?? 'not installed: its tests are skipped'}`)
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

/** Without Go the tests on a real kube-apiserver are counted as skipped. */
async function buildRealApiserver(): Promise<void> {
  if (hasGo()) await buildKubernetes(console.log)
  else console.log('Go is not installed: the tests on a real kube-apiserver are skipped')
}

function budgetOf(scope: Scope): Budget {
  const { fast, rest } = readJson<Record<'fast' | 'rest', Budget>>(join(ROOT, 'tools/test/budget.json'))
  if (scope === 'all') return addBudgets(fast, rest)
  return scope === 'fast' ? fast : rest
}

/** Prints the slowest tests and the overruns. @returns whether everything is within the budget */
function reportDurations(durations: readonly TestDuration[], total: number, budget: Budget): boolean {
  const line = (seconds: number, text: string) => `${seconds.toFixed(1).padStart(7)} s  ${text}`
  console.log('\nthe slowest tests:')
  for (const { file, title, seconds } of slowest(durations, 20))
    console.log(line(seconds, `${file}: ${title}`))
  console.log('\nseconds of tests in each folder, and the budget:')
  for (const [folder, seconds] of secondsByFolder(durations, budget))
    console.log(line(seconds, `${folder} (${budget.folders[folder] ?? 0} s)`))
  const exceeded = overruns(durations, total, budget)
  for (const { folder, seconds, budget: allowed } of exceeded)
    console.log(`over budget: ${folder} took ${seconds.toFixed(1)} s, the budget is ${allowed} s`)
  return exceeded.length === 0
}

/** Prints every test that failed and every error outside of tests, with their first lines. @returns whether few enough passed on the retry */
function reportFailures(failures: readonly FailedTest[], budget: Budget): boolean {
  const print = (heading: string, tests: readonly FailedTest[]) => {
    if (tests.length === 0) return
    console.log(`\n${heading}`)
    for (const { file, title, errors } of tests) {
      console.log(`- ${file}: ${title}`)
      for (const error of errors) console.log(error.replaceAll(/^/gm, '    '))
    }
  }
  const retried = failures.filter(test => test.passedOnRetry)
  print(`passed on the second attempt (at most ${budget.retried} may):`, retried)
  print(
    'failed:',
    failures.filter(test => !test.passedOnRetry),
  )
  return retried.length <= budget.retried
}

/** Runs everything of a scope, and compares it with the budget. @returns whether all is well */
async function runScope(scope: Scope): Promise<boolean> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  // A missing browser does not stop the run: the tests that need one fail individually.
  installBrowsers()
  if (scope !== 'fast') await buildRealApiserver()
  const started = performance.now()
  const results = stepsOf(scope).map(runStep)
  const total = (performance.now() - started) / 1000
  const budget = budgetOf(scope)
  const durations = results.flatMap(result => result.durations)
  const isFast = reportDurations(durations, total, budget) || process.env.CI !== 'true'
  const failures = results.flatMap(result => result.failures)
  const isStable = reportFailures(failures, budget)
  const { passed, failed, skipped } = sum(results.map(({ counts }) => counts))
  console.log(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${Math.round(total)} s`)
  return failed === 0 && isStable && isFast
}

async function main(argv: readonly string[]): Promise<boolean> {
  const given = new Set(argv)
  const scope = given.has('--all') ? 'all' : given.has('--rest') ? 'rest' : 'fast'
  const args = argv.filter(argument => !['--all', '--rest', '--install'].includes(argument))
  if (given.has('--install')) return installBrowsers()
  if (given.has('--long')) return runLong()
  return args.length > 0 ? runVitest(scope, { args }) === 0 : runScope(scope)
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
