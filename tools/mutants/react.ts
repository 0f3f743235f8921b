import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MUTANTS, type ReactMutant } from '../../packages/react/src/test/mutants.ts'
import { ROOT, tool } from '../packages/packages.ts'

/** A run that exceeds this time counts as not found: it reports no test. */
const TIMEOUT_MS = 3 * 60_000

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

/** The failed tests; none if the run itself failed. */
function failuresOf(file: string): readonly string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ title }) => title)
  } catch {
    return []
  }
}

const isOfBrowser = (path: string): boolean => path.includes('.browser.')

function survives({ name, tests }: ReactMutant, folder: string): boolean {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const run = spawnSync(
    tool('vitest'),
    [
      ...['run', '--bail=1', '--project', tests.some(isOfBrowser) ? 'browser' : 'node'],
      ...['--reporter=json', `--outputFile=${report}`],
      ...tests.map(path => join('packages/react/src', path)),
    ],
    {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      env: { ...process.env, CI: '', KUBE_INFORMER_MUTANT: name },
    },
  )
  const failures = failuresOf(report)
  console.log(`${failures.length > 0 ? 'found' : 'NOT FOUND'}: ${name}`)
  for (const title of failures) console.log(`  by: ${title}`)
  if (failures.length === 0) console.log(`${run.stdout}${run.stderr}`)
  return failures.length === 0
}

/**
 * Applies each fault of `packages/react/src/test/mutants.ts` whose name contains one of the texts, and expects one of its
 * tests to fail. Returns whether all were found.
 */
export function runReact(wanted: readonly string[]): boolean {
  const chosen = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some(part => name.includes(part)))
  const folder = mkdtempSync(join(tmpdir(), 'react-mutants-'))
  const survivors = chosen.filter(mutant => survives(mutant, folder))
  rmSync(folder, { recursive: true })
  console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants found`)
  return survivors.length === 0
}
