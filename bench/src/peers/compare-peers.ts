import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { clientNode } from './client-node.ts'
import { kubeInformer } from './kube-informer.ts'
import type { Peer } from './peer.ts'
import { PROBES } from './probes.ts'

const execute = promisify(execFile)
const LONGEST_MS = 420_000
const CHILD = join(import.meta.dirname, 'child.ts')

/** The result of a probe; if the process crashed, the reason. */
async function observe(peer: Peer, id: string): Promise<string> {
  try {
    const { stdout } = await execute(process.execPath, [...process.execArgv, CHILD, peer.name, id], {
      timeout: LONGEST_MS,
    })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as string
  } catch (error) {
    const { stderr = '', killed } = error as { stderr?: string; killed?: boolean }
    const reason = /^\s*((?:\w*Error)\b.*)$/m.exec(stderr)?.[1]
    return killed ? 'does not finish' : `the process exits: ${reason ?? 'no reason given'}`
  }
}

/** The version of an installed package. */
function versionOf(name: string): string {
  let folder = fileURLToPath(new URL('.', import.meta.resolve(name)))
  while (!folder.endsWith(`${name}/`)) folder = join(folder, '..', '/')
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

/** Prints what each peer does in the named cases, or in all, the slow ones only if they are asked for. */
export async function comparePeers(names: readonly string[], slow: boolean): Promise<void> {
  const ids = Object.keys(PROBES).filter(id =>
    names.length > 0 ? names.includes(id) : slow || !PROBES[id]?.slow,
  )
  console.log(`| case | | ${kubeInformer.name} | ${clientNode.name} ${versionOf(clientNode.name)} |`)
  console.log('|---|---|---|---|')
  for (const id of ids) {
    const seen = [await observe(kubeInformer, id), await observe(clientNode, id)]
    console.log(`| ${id} | ${PROBES[id]?.title} | ${seen.join(' | ')} |`)
  }
}
