import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MODULE = join(import.meta.dirname, '..')

/** The queues of client-go and controller-runtime for the benchmarks; ignored by git. */
export const BINARY: string = join(MODULE, '.bin', 'controller-bench')

function isBuilt(): boolean {
  if (!existsSync(BINARY)) return false
  const sources = readdirSync(import.meta.dirname).filter(name => name.endsWith('.go'))
  const paths = [...sources.map(name => join(import.meta.dirname, name)), join(MODULE, 'go.mod')]
  const built = statSync(BINARY).mtimeMs
  return paths.every(path => statSync(path).mtimeMs <= built)
}

/**
 * Builds the binary unless it is up to date; takes half a minute once the modules are downloaded.
 *
 * @returns the reason if the binary is not available
 */
export function buildControllerBench({ onlyIfBuilt }: { readonly onlyIfBuilt: boolean }): string | undefined {
  if (isBuilt()) return undefined
  if (onlyIfBuilt) return 'not built yet'
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) return 'Go is not installed'
  const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', BINARY, './controller-bench']
  const env = { ...process.env, CGO_ENABLED: '0' }
  const { status } = spawnSync('go', args, { cwd: MODULE, env, stdio: ['ignore', 2, 2] })
  return status === 0 ? undefined : 'go build failed'
}
