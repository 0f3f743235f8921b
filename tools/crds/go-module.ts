import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasGo } from '../kubernetes/build.ts'

const PINS = join(import.meta.dirname, '../kubernetes')

/** The folder of a module's sources, or the reason why it is not available. */
export type GoModule = { readonly folder: string } | { readonly missing: string }

/**
 * A module that `tools/kubernetes/go.mod` requires, in that version. The module cache has it once kube-apiserver is built;
 * otherwise Go downloads it.
 *
 * @throws Error if go.mod does not require the module, or if its content has another checksum than in go.sum
 */
export function goModule(path: string): GoModule {
  const { version, sum } = pinOf(path)
  if (!hasGo()) return { missing: 'Go is not installed' }
  const args = ['mod', 'download', '-json', `${path}@${version}`]
  const { stdout } = spawnSync('go', args, { cwd: tmpdir(), encoding: 'utf8' })
  const answer = JSON.parse(stdout || '{}') as { Dir?: string; Sum?: string; Error?: string }
  if (!answer.Dir) return { missing: `${path} ${version} is not available: ${answer.Error ?? 'no answer'}` }
  if (answer.Sum !== sum)
    throw new Error(`${path} ${version} has the checksum ${answer.Sum} instead of ${sum}`)
  return { folder: answer.Dir }
}

/** The version and the checksum (`h1:…`) that are committed. */
function pinOf(path: string): { readonly version: string; readonly sum: string } {
  const version = fieldAfter('go.mod', `\t${path} `)
  return { version, sum: fieldAfter('go.sum', `${path} ${version} `) }
}

function fieldAfter(file: string, prefix: string): string {
  const lines = readFileSync(join(PINS, file), 'utf8').split('\n')
  const line = lines.find(candidate => candidate.startsWith(prefix))
  const field = line?.slice(prefix.length).split(' ')[0]
  if (!field) throw new Error(`tools/kubernetes/${file} has no line for ${prefix.trim()}`)
  return field
}
