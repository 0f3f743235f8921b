import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasGo } from '../kubernetes/build.ts'

const PINS = join(import.meta.dirname, '../kubernetes')

/** The folder of a module's sources, or the reason why it is not available. */
export type GoModule = { readonly folder: string } | { readonly missing: string }

/**
 * A module in the version that `tools/kubernetes/go.mod` selects: the module cache has it once kube-apiserver is built. Go
 * downloads it otherwise.
 *
 * @throws Error if go.mod does not select the module, or if its content has another checksum
 */
export function goModule(path: string): GoModule {
  if (!hasGo()) return { missing: 'Go is not installed' }
  const { version, sum } = pinOf(path)
  const args = ['mod', 'download', '-json', `${path}@${version}`]
  const { stdout } = spawnSync('go', args, { cwd: tmpdir(), encoding: 'utf8' })
  const answer = JSON.parse(stdout || '{}') as { Dir?: string; Sum?: string; Error?: string }
  if (!answer.Dir) return { missing: `${path} ${version} is not available: ${answer.Error ?? 'no answer'}` }
  if (answer.Sum !== sum)
    throw new Error(`${path} ${version} has the checksum ${answer.Sum} instead of ${sum}`)
  return { folder: answer.Dir }
}

/** The version and the checksum (`h1:…`) that are committed. A replacement in go.mod takes precedence. */
function pinOf(path: string): { readonly version: string; readonly sum: string } {
  const version = fieldAfter('go.mod', `\t${path} => ${path} `) ?? fieldAfter('go.mod', `\t${path} `)
  const sum = version && fieldAfter('go.sum', `${path} ${version} `)
  if (!version || !sum) throw new Error(`tools/kubernetes/go.mod or go.sum has no line for ${path}`)
  return { version, sum }
}

function fieldAfter(file: string, prefix: string): string | undefined {
  const lines = readFileSync(join(PINS, file), 'utf8').split('\n')
  const line = lines.find(candidate => candidate.startsWith(prefix))
  return line?.slice(prefix.length).split(' ')[0]
}
