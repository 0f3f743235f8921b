import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { withPackedProject } from './install-packed.ts'

/** The ways to run the command that the documents give. */
const WAYS: readonly (readonly string[])[] = [
  ['@kube-informer/apiserver'],
  ['-p', '@kube-informer/apiserver', 'kube-apiserver-fake'],
]

/**
 * Installs the packed fake apiserver in an empty project, without a registry, and runs its command in each way. Throws
 * if one of them does not serve.
 */
export const runPackedApiserver = (): Promise<void> =>
  withPackedProject({ packages: ['core', 'cacher', 'apiserver'], dependencies: [] }, async folder => {
    for (const way of WAYS) await expectServer(folder, way)
  })

async function expectServer(folder: string, way: readonly string[]): Promise<void> {
  // npx runs the command in a shell: its group ends together.
  const child = spawn('npx', ['--no', '--offline', ...way, '--port', '0'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const answer = await fetch(`${await urlOf(child.stdout, way)}/version`)
    if (!answer.ok) throw new Error(`npx ${way.join(' ')} answers ${answer.status}`)
  } finally {
    await end(child)
  }
}

async function urlOf(input: Readable, way: readonly string[]): Promise<string> {
  for await (const line of createInterface({ input })) {
    const url = /^ +url +(\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error(`npx ${way.join(' ')} does not serve`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return
  const gone = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await gone
}
