// Runs the Playwright journeys; arguments go on to Playwright: npm run test:e2e -- mock --headed
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, tool } from '../tools/packages.ts'

const E2E = join(ROOT, 'e2e')

/** Where Playwright leaves its JSON report. */
export const E2E_REPORT: string = join(E2E, 'test-results', 'report.json')

/** Runs the journeys and answers Playwright's exit code. */
export function runJourneys(args: readonly string[] = []): number | null {
  // The journeys import the packages' sources, as every test does: nothing has to be built first.
  const options = [process.env.NODE_OPTIONS, '--conditions=@kube-informer/source'].filter(Boolean).join(' ')
  const env = { ...process.env, NODE_OPTIONS: options }
  return spawnSync(tool('playwright'), ['test', ...args], { cwd: E2E, env, stdio: 'inherit' }).status
}

if (import.meta.main) process.exitCode = runJourneys(process.argv.slice(2)) ?? 1
