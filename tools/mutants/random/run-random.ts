import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT, tool } from '../../packages/packages.ts'
import { type Change, mutantsOf } from './mutants-of.ts'
import { type FolderTests, testsOf } from './test-files.ts'

const SOURCES = 'packages/{worker,relay,cacher,core,apiserver}/src/**/*.{ts,tsx}'
/** Tests, what is generated, and the lists of exports. */
const OMITTED = /\.(test|test-d)\.tsx?$|\/(test|resources|data)\/|\/index\.ts$|simd-module/
/** A run that exceeds this time has found the mutant: it does not end. */
const TIMEOUT_MS = 90_000
/** The share of mutants that tests have to find. */
const REQUIRED = 0.85

/** A mutant of a file, and the tests that should find it. */
interface RandomMutant extends Change {
  readonly file: string
  readonly tests: FolderTests | undefined
}

/** Which mutants to make. */
export interface RandomOptions {
  readonly sample: number
  readonly seed: number
}

/** Makes random mutants, runs the tests of the folder of each, and prints those that no test finds. Returns whether enough were found. */
export async function runRandom({ sample, seed }: RandomOptions): Promise<boolean> {
  const chosen = pick(allMutants(), sample, seed)
  const survivors: RandomMutant[] = []
  const left = chosen.values()
  const work = async (): Promise<void> => {
    for (const mutant of left) if (!(await isFound(mutant))) survivors.push(mutant)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  for (const survivor of survivors) console.log(describe(survivor))
  printFolders(chosen, survivors)
  const share = (chosen.length - survivors.length) / chosen.length
  console.log(
    `${chosen.length - survivors.length} of ${chosen.length} mutants found (${percent(share)}), seed ${seed}`,
  )
  return share >= REQUIRED
}

function allMutants(): readonly RandomMutant[] {
  const files = globSync(SOURCES, { cwd: ROOT }).filter(file => !OMITTED.test(file))
  return files.sort().flatMap(file => {
    const tests = testsOf(ROOT, file)
    return mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')).map(change => ({ ...change, file, tests }))
  })
}

/** A sample without repetition (Fisher–Yates), the same for the same seed. */
function pick<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const items = [...all]
  const random = seeded(seed)
  for (let at = 0; at < Math.min(count, items.length); at++) {
    const other = at + Math.floor(random() * (items.length - at))
    ;[items[at], items[other]] = [items[other] as T, items[at] as T]
  }
  return items.slice(0, count)
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Whether a test fails, or the run does not end. */
function isFound({ tests, file, start, end, replacement }: RandomMutant): Promise<boolean> {
  if (!tests) return Promise.resolve(false)
  const projects = tests.projects.flatMap(name => ['--project', name])
  const child = spawn(tool('vitest'), ['run', '--bail=1', '--reporter=dot', ...projects, ...tests.files], {
    cwd: ROOT,
    stdio: 'ignore',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    env: { ...process.env, CI: '', KUBE_INFORMER_CHANGE: JSON.stringify({ file, start, end, replacement }) },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve(code !== 0))
  })
}

const describe = ({ file, line, before, replacement, tests }: RandomMutant): string =>
  `survives: ${file}:${line}: ${oneLine(before)} → ${oneLine(replacement)}${placeOf(file, tests)}`

const placeOf = (file: string, tests: FolderTests | undefined): string =>
  tests?.folder === dirname(file) ? '' : ` (${tests ? `tests of ${tests.folder}` : 'no tests'})`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80)

/** A line for each folder with a survivor. */
function printFolders(chosen: readonly RandomMutant[], survivors: readonly RandomMutant[]): void {
  const made = Map.groupBy(chosen, ({ file }) => dirname(file))
  for (const [folder, alive] of Map.groupBy(survivors, ({ file }) => dirname(file))) {
    const all = made.get(folder)?.length ?? 0
    console.log(`${percent((all - alive.length) / all).padStart(5)} of ${String(all).padStart(3)}: ${folder}`)
  }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
