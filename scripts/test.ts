// npm test: everything that can fail, whatever fails on the way, and one line with the sum at the end.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from '../tools/browser.ts'
import { ROOT, readJson, tool } from '../tools/packages.ts'
import { E2E_REPORT, runJourneys } from './e2e.ts'
import { atLeastOneFailure, type Counts, countPlaywright, countVitest, sum } from './test-counts.ts'

const VITEST_REPORT = join(ROOT, '.cache', 'vitest.json')

interface Step {
  readonly title: string
  readonly report: string
  readonly run: () => number | null
  readonly count: (report: never) => Counts
}

const STEPS: readonly Step[] = [
  {
    title: 'unit tests in Node and in the browser; examples in Node, Bun, Deno and workerd',
    report: VITEST_REPORT,
    run: runVitest,
    count: countVitest,
  },
  {
    title: 'journeys in the browser, on the mock, on the Node server and on a real apiserver',
    report: E2E_REPORT,
    run: runJourneys,
    count: countPlaywright,
  },
]

function runVitest(): number | null {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  return spawnSync(tool('vitest'), ['run', ...reporters], { cwd: ROOT, stdio: 'inherit' }).status
}

function runStep({ title, report, run, count }: Step): Counts {
  console.log(`\n== ${title}`)
  // A report of the last time is no report.
  rmSync(report, { force: true })
  const exitCode = run()
  return atLeastOneFailure(existsSync(report) ? count(readJson(report)) : undefined, exitCode)
}

/** Without a browser the tests that need one fail, each by name, and the others are still worth running. */
function findOrInstallBrowser(): void {
  try {
    console.log(`browser: ${ensureBrowser()}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}

const started = Date.now()
findOrInstallBrowser()
const { passed, failed, skipped } = sum(STEPS.map(runStep))
const seconds = Math.round((Date.now() - started) / 1000)
console.log(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${seconds} s`)
process.exitCode = failed === 0 ? 0 : 1
