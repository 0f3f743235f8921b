/**
 * Breaks the code in each way of `mutants.ts`, and expects a seed to fail by it: `npm run simulate:mutants`. What a
 * mutant says on its way is printed, for it is what somebody would get to see.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { MUTANTS } from './mutants.ts'

const SEEDS = 1_000
/** A mutant that hangs a history is not found by it: no seed was printed. */
const PATIENCE_MS = 10 * 60_000

function survives(name: string): boolean {
  const here = import.meta.dirname
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--conditions=@kube-informer/source', '--import', join(here, 'mutate.ts'), join(here, 'main.ts')],
      ...['--seeds', String(SEEDS), '--from', '1', '--until-failure'],
    ],
    { encoding: 'utf8', timeout: PATIENCE_MS, env: { ...process.env, KUBE_INFORMER_MUTANT: name } },
  )
  const isFound = status === 1 && /^seed \d+: /m.test(stdout)
  console.log(`${isFound ? 'found' : 'NOT FOUND'}: ${name}\n${stdout}${isFound ? '' : stderr}`)
  return !isFound
}

const survivors = MUTANTS.filter(({ name }) => survives(name))
console.log(
  `${MUTANTS.length - survivors.length} of ${MUTANTS.length} mutants were found within ${SEEDS} seeds`,
)
process.exitCode = survivors.length > 0 ? 1 : 0
