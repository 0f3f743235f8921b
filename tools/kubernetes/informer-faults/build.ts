import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MODULE = join(import.meta.dirname, '..')

/** client-go's informer, to be put through faults; ignored by git. */
export const BINARY: string = join(MODULE, '.bin', 'informer-faults')

function isBuilt(): boolean {
  if (!existsSync(BINARY)) return false
  const sources = readdirSync(import.meta.dirname).filter(name => name.endsWith('.go'))
  const paths = [...sources.map(name => join(import.meta.dirname, name)), join(MODULE, 'go.mod')]
  const built = statSync(BINARY).mtimeMs
  return paths.every(path => statSync(path).mtimeMs <= built)
}

/**
 * Builds the binary unless it is up to date; half a minute where the modules are there already.
 *
 * @returns why it is not there, if it is not
 */
export function buildInformerFaults(): string | undefined {
  if (isBuilt()) return undefined
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) return 'no Go on this machine'
  const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', BINARY, './informer-faults']
  const env = { ...process.env, CGO_ENABLED: '0' }
  const { status, stderr } = spawnSync('go', args, { cwd: MODULE, env, encoding: 'utf8' })
  return status === 0 ? undefined : `go build failed: ${stderr.slice(-2_000)}`
}
