import { spawnSync } from 'node:child_process'
import { PACKAGES, packageFolder, tool } from './packages.ts'
import { runPackedApiserver } from './run-packed-apiserver.ts'
import { runPackedCodegen } from './run-packed-codegen.ts'

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

async function checkCommand(name: string, run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    console.log(`ok     npx packages/${name}`)
    return true
  } catch (error) {
    console.log(`FAILED npx packages/${name}\n${error}`)
    return false
  }
}

/**
 * Checks the published form of the built packages: what npm packs, how types resolve, also with React 18's, and that npx runs
 * the commands.
 */
export async function checkPackages(): Promise<boolean> {
  const results = PACKAGES.flatMap(name => CHECKS.map(([command, args]) => check(name, command, args)))
  results.push(check('react', 'tsc', ['-p', 'tsconfig.react-18-dist.json']))
  results.push(await checkCommand('apiserver', runPackedApiserver))
  results.push(await checkCommand('codegen', runPackedCodegen))
  return results.every(Boolean)
}
