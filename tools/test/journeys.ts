import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, tool } from '../packages/packages.ts'

const E2E = join(ROOT, 'e2e')

/** The Playwright projects, in the order in which they run: one at a time, since `serial` measures time. */
export const JOURNEY_PROJECTS = ['parallel', 'serial', 'firefox', 'webkit'] as const

/** Where Playwright writes the JSON report of a project. */
export const journeyReport = (project: string): string => join(ROOT, '.cache', `playwright-${project}.json`)

/** Runs journeys in all projects, with arguments of Playwright. @returns the first exit code that is not 0 */
export function runJourneys(args: readonly string[]): number {
  const codes = JOURNEY_PROJECTS.map((project, index) =>
    runPlaywright(
      [`--project=${project}`, '--pass-with-no-tests', ...args],
      // The first project has already built the demo.
      index > 0 ? { JOURNEYS_BUILT: 'true' } : {},
    ),
  )
  return codes.find(code => code !== 0) ?? 0
}

/** Runs Playwright and returns its exit code. The journeys import the packages' sources: nothing has to be built first. */
export function runPlaywright(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): number | null {
  const options = [process.env.NODE_OPTIONS, '--conditions=@kube-informer/source'].filter(Boolean).join(' ')
  const env = { ...process.env, NODE_OPTIONS: options, ...environment }
  return spawnSync(tool('playwright'), ['test', ...args], { cwd: E2E, env, stdio: 'inherit' }).status
}
