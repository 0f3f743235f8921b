import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MODULE = join(import.meta.dirname, '..')

/** client-go's informer as a contender, and its server; ignored by git. */
export const BINARY: string = join(MODULE, '.bin', 'informer-bench')

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
export function buildInformerBench({ onlyIfBuilt }: { readonly onlyIfBuilt: boolean }): string | undefined {
  if (isBuilt()) return undefined
  if (onlyIfBuilt) return 'not built yet'
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) return 'no Go on this machine'
  const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', BINARY, './informer-bench']
  const env = { ...process.env, CGO_ENABLED: '0' }
  const { status } = spawnSync('go', args, { cwd: MODULE, env, stdio: ['ignore', 2, 2] })
  return status === 0 ? undefined : 'go build failed'
}
