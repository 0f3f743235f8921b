import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasGo } from '../kubernetes/build.ts'

const PINS = join(import.meta.dirname, '../kubernetes')

/** The folder of a module's sources, or the reason why it is not available. */
export type GoModule = { readonly folder: string } | { readonly missing: string }

/** A version of a module, and the checksum of its content (`h1:…`). */
interface Pin {
  readonly version: string
  readonly sum: string
}

/**
 * A module in a pinned version: by default that of `tools/kubernetes/go.mod`, which the module cache has once kube-apiserver is
 * built. Otherwise Go downloads it.
 *
 * @throws Error if go.mod does not require the module, or if its content has another checksum
 */
export function goModule(path: string, { version, sum }: Pin = pinOf(path)): GoModule {
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
function pinOf(path: string): Pin {
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
