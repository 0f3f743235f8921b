// A process that keeps Vitest and its transformed modules, and runs test files with one change after the other.
import { join } from 'node:path'
import { createVitest, type Reporter, type TestRunEndReason, type TestSpecification } from 'vitest/node'
import { ROOT } from '../../packages/packages.ts'
import { setChange } from './change.ts'
import { NearestFirst } from './nearest-first.ts'
import type { TestFile } from './test-files.ts'
import type { RunRequest, RunResult } from './test-runner.ts'

let end: TestRunEndReason = 'passed'
const reporter: Reporter = {
  onTestRunEnd: (_modules, _errors, reason) => {
    end = reason
  },
}

setChange(undefined)
const vitest = await createVitest('test', {
  root: ROOT,
  config: join(ROOT, 'vitest.config.ts'),
  project: ['node', 'node-isolated', 'browser'],
  watch: false,
  bail: 1,
  maxWorkers: 1,
  // It would have changed modules, too.
  fsModuleCache: false,
  reporters: [reporter],
  sequence: { sequencer: NearestFirst },
})
await vitest.standalone()

function specificationOf({ path, project }: TestFile): TestSpecification {
  const found = vitest.projects.find(({ name }) => name === project || name.startsWith(`${project} (`))
  if (!found) throw new Error(`Vitest has no project ${project}`)
  return found.createSpecification(join(ROOT, path))
}

/** Whether all tests of the files pass. */
async function passes(files: readonly TestFile[]): Promise<boolean> {
  if (files.length === 0) return true
  await vitest.runTestSpecifications(files.map(specificationOf))
  return end === 'passed'
}

async function run({ files, change }: RunRequest): Promise<RunResult> {
  setChange(change)
  if (change) vitest.invalidateFile(join(ROOT, change.file))
  const isBrowser = ({ project }: TestFile): boolean => project === 'browser'
  const passed =
    (await passes(files.filter(file => !isBrowser(file)))) && (await passes(files.filter(isBrowser)))
  if (change) vitest.invalidateFile(join(ROOT, change.file))
  return { passed }
}

process.on('message', async (request: RunRequest) => process.send?.(await run(request)))
process.on('disconnect', () => process.exit())
process.send?.('started')
