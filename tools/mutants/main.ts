// npm run mutants -- [--suite random|react|simulation] [--sample N] [--seed N] [NAME…]: makes faults, and expects tests to find them.
// Without a suite, all of them. Random faults are small changes of sources, and the tests of their folder should find 85 %;
// the faults of the hooks and of the simulation are listed by hand, and all are found. A NAME is a part of the path of a source, or of
// the name of a fault in the hooks.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../packages/packages.ts'
import { runRandom } from './random/run-random.ts'
import { runReact } from './react.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string' },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})

function numberOf(name: 'sample' | 'seed'): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0) return number
  throw new Error(`--${name} must be a positive integer, got ${values[name]}`)
}

function runSimulation(): boolean {
  const script = join(ROOT, 'tests/simulation/run-mutants.ts')
  const args = ['--conditions=@kube-informer/source', script]
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0
}

const SUITES: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  random: () => runRandom({ sample: numberOf('sample'), seed: numberOf('seed'), paths: positionals }),
  react: () => runReact(positionals),
  simulation: runSimulation,
}

const { suite } = values
if (suite !== undefined && !Object.hasOwn(SUITES, suite))
  throw new Error(`--suite must be one of ${Object.keys(SUITES).join(', ')}, got ${suite}`)
for (const [name, run] of Object.entries(SUITES)) {
  if (suite !== undefined && name !== suite) continue
  console.log(`mutants: ${name}`)
  if (!(await run())) process.exitCode = 1
}
