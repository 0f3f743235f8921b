import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasGo } from './build.ts'

const MODULE = import.meta.dirname

/** The executable of the Go program in a folder beside this file; ignored by git. */
export const goBinary = (name: string): string => join(MODULE, '.bin', name)

/**
 * Builds a Go program unless it is up to date; takes half a minute once the modules are downloaded.
 *
 * @returns the reason if the executable is not available
 */
export function buildGoProgram(
  name: string,
  { onlyIfBuilt = false }: { readonly onlyIfBuilt?: boolean } = {},
): string | undefined {
  if (isBuilt(name)) return undefined
  if (onlyIfBuilt) return 'not built yet'
  if (!hasGo()) return 'Go is not installed'
  const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', goBinary(name), `./${name}`]
  const env = { ...process.env, CGO_ENABLED: '0' }
  const { status, stderr } = spawnSync('go', args, { cwd: MODULE, env, encoding: 'utf8' })
  return status === 0 ? undefined : `go build failed: ${stderr.slice(-2_000)}`
}

function isBuilt(name: string): boolean {
  if (!existsSync(goBinary(name))) return false
  const folder = join(MODULE, name)
  const sources = readdirSync(folder).filter(file => file.endsWith('.go'))
  const paths = [...sources.map(file => join(folder, file)), join(MODULE, 'go.mod')]
  const built = statSync(goBinary(name)).mtimeMs
  return paths.every(path => statSync(path).mtimeMs <= built)
}
