/**
 * Applies each mutant of `mutants.ts`, and expects a seed to fail: `npm run mutants -- --suite simulation`. The output of each run is
 * printed; it is what a developer with that bug would see.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { MUTANTS, type Mutant } from './mutants.ts'

const SEEDS = 1_000
/** A run that exceeds this time counts as not found: it printed no seed. */
const TIMEOUT_MS = 10 * 60_000

function survives({ name, simulation }: Mutant): boolean {
  const here = import.meta.dirname
  const main = join(here, simulation ?? '.', 'main.ts')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--conditions=@kube-informer/source', '--import', join(here, 'mutate.ts'), main],
      ...['--seeds', String(SEEDS), '--from', '1', '--until-failure'],
    ],
    { encoding: 'utf8', timeout: TIMEOUT_MS, env: { ...process.env, KUBE_INFORMER_MUTANT: name } },
  )
  const isFound = status === 1 && /^seed \d+: /m.test(stdout)
  console.log(`${isFound ? 'found' : 'NOT FOUND'}: ${name}\n${stdout}${isFound ? '' : stderr}`)
  return !isFound
}

const survivors = MUTANTS.filter(survives)
console.log(`${MUTANTS.length - survivors.length} of ${MUTANTS.length} mutants found within ${SEEDS} seeds`)
process.exitCode = survivors.length > 0 ? 1 : 0
