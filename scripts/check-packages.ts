// Builds the packages and checks the published form: what npm packs, how types resolve, also with React 18's,
// and that npx runs the command.
import { spawnSync } from 'node:child_process'
import { build } from '../tools/build.ts'
import { PACKAGES, packageFolder, tool } from '../tools/packages.ts'
import { runPackedCommand } from './packages/run-packed.ts'

const CHECKS: readonly (readonly [string, readonly string[]])[] = [
  ['publint', ['run', '--strict']],
  // The packages are ESM only: `require` must not resolve to types.
  ['attw', ['--pack', '.', '--profile', 'esm-only', '--format', 'ascii']],
]

function check(name: (typeof PACKAGES)[number], command: string, args: readonly string[]): boolean {
  const result = spawnSync(tool(command), [...args], { cwd: packageFolder(name), encoding: 'utf8' })
  const passed = result.status === 0
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${command} packages/${name}`)
  if (!passed) console.log(`${result.stdout}${result.stderr}`)
  return passed
}

async function checkCommand(): Promise<boolean> {
  try {
    await runPackedCommand()
    console.log('ok     npx packages/apiserver')
    return true
  } catch (error) {
    console.log(`FAILED npx packages/apiserver\n${error}`)
    return false
  }
}

build()
const results = PACKAGES.flatMap(name => CHECKS.map(([command, args]) => check(name, command, args)))
results.push(check('react', 'tsc', ['-p', 'tsconfig.react-18-dist.json']))
process.exitCode = (await checkCommand()) && results.every(Boolean) ? 0 : 1
