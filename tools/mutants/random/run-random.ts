import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../packages/packages.ts'
import { mutantsOf } from './mutants-of.ts'
import { sample } from './sample.ts'
import { describeMutant, type Outcome, type RandomMutant, shareFound, summary } from './summary.ts'
import { type FolderTests, testsOf } from './test-files.ts'
import { TestRunner } from './test-runner.ts'

const SOURCES = 'packages/{worker,relay,cacher,core,apiserver}/src/**/*.{ts,tsx}'
/** Tests, what is generated, and the lists of exports. */
const OMITTED = /\.(test|test-d)\.tsx?$|\/(test|resources|data)\/|\/index\.ts$|simd-module/
/** How long the tests of a folder may take without a change, with Vitest's own start. */
const UNCHANGED_TIMEOUT_MS = 5 * 60_000
/** A run that exceeds a multiple of the time without a change has found the mutant: it does not end. */
const timeoutMs = (unchangedMs: number): number => 3 * unchangedMs + 15_000
/** The share of mutants that tests have to find. */
const REQUIRED = 0.85

/** Which mutants to make. */
export interface RandomOptions {
  readonly sample: number
  readonly seed: number
  /** Parts of the paths of sources; none for all sources. */
  readonly paths: readonly string[]
}

/**
 * Makes random mutants, runs the tests of the folder of each, and prints those that no test finds. Ctrl-C ends it with those
 * so far. Returns whether enough were found.
 */
export async function runRandom({ sample: count, seed, paths }: RandomOptions): Promise<boolean> {
  const chosen = sample(mutantsIn(paths), count, seed)
  const outcomes: Outcome[] = []
  const isStopped = await runInParallel(chosen, outcome => {
    outcomes.push(outcome)
    const { mutant, isFound } = outcome
    console.log(
      `${outcomes.length} of ${chosen.length} ${isFound ? 'found' : 'SURVIVES'}: ${describeMutant(mutant)}`,
    )
  })
  for (const line of summary(outcomes)) console.log(line)
  console.log(`seed ${seed}${isStopped ? ', stopped early' : ''}`)
  return !isStopped && shareFound(outcomes) >= REQUIRED
}

function mutantsIn(paths: readonly string[]): readonly RandomMutant[] {
  const isWanted = (file: string): boolean => paths.length === 0 || paths.some(part => file.includes(part))
  const files = globSync(SOURCES, { cwd: ROOT }).filter(file => !OMITTED.test(file) && isWanted(file))
  return files.sort().flatMap(file => {
    const tests = testsOf(ROOT, file)
    return mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')).map(change => ({ ...change, file, tests }))
  })
}

/** Runs the mutants of one folder after the other, in a process for each core. Returns whether Ctrl-C ended it. */
async function runInParallel(
  chosen: readonly RandomMutant[],
  report: (outcome: Outcome) => void,
): Promise<boolean> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stop = () => stopping.abort()
  process.once('SIGINT', stop)
  const folders = Map.groupBy(chosen, ({ tests }) => tests?.folder).values()
  const work = async (): Promise<void> => {
    const runner = new TestRunner()
    signal.addEventListener('abort', () => runner.stop())
    for (const mutants of folders) {
      if (signal.aborted) break
      await runFolder(runner, mutants, report, signal)
    }
    runner.stop()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  process.off('SIGINT', stop)
  return signal.aborted
}

/** Runs the mutants whose tests are the same. If these fail without a change, they find none. */
async function runFolder(
  runner: TestRunner,
  mutants: readonly RandomMutant[],
  report: (outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  const tests = mutants[0]?.tests
  const unchangedMs = tests && (await timeOfTests(runner, tests))
  if (tests && unchangedMs === undefined && !signal.aborted)
    console.log(`the tests of ${tests.folder} fail without a change`)
  for (const mutant of mutants) {
    if (signal.aborted) return
    const isKilled = unchangedMs !== undefined && (await isFound(runner, mutant, timeoutMs(unchangedMs)))
    // A run that Ctrl-C ended says nothing.
    if (!signal.aborted) report({ mutant, isFound: isKilled })
  }
}

/** How long the tests take without a change; undefined if they fail. */
async function timeOfTests(runner: TestRunner, { files }: FolderTests): Promise<number | undefined> {
  const start = performance.now()
  return (await runner.passes({ files }, UNCHANGED_TIMEOUT_MS)) ? performance.now() - start : undefined
}

async function isFound(runner: TestRunner, mutant: RandomMutant, limitMs: number): Promise<boolean> {
  const { file, start, end, replacement, tests } = mutant
  return !(await runner.passes(
    { files: tests?.files ?? [], change: { file, start, end, replacement } },
    limitMs,
  ))
}
