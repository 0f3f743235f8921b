// Builds the packages and checks the published form: what npm packs, and how types resolve.
import { spawnSync } from 'node:child_process'
import { build } from '../tools/build.ts'
import { PACKAGES, packageFolder, tool } from '../tools/packages.ts'

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

build()
const results = PACKAGES.flatMap(name => CHECKS.map(([command, args]) => check(name, command, args)))
process.exitCode = results.every(Boolean) ? 0 : 1
