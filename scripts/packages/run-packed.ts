import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { packageFolder } from '../../tools/packages.ts'

/** What npm packs for the command: its package, and the one that it depends on. */
const PACKED = ['core', 'apiserver'] as const

/** The ways to run the command that the documents give. */
const WAYS: readonly (readonly string[])[] = [
  ['@kube-informer/apiserver'],
  ['-p', '@kube-informer/apiserver', 'kube-apiserver-fake'],
]

/**
 * Installs the packed fake apiserver in an empty project, without a registry, and runs its command in each way. Throws
 * if one of them does not serve.
 */
export async function runPackedCommand(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    install(folder)
    for (const way of WAYS) await expectServer(folder, way)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function install(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const pack = ['pack', '--silent', '--pack-destination', folder]
  const files = PACKED.map(name =>
    execFileSync('npm', pack, { cwd: packageFolder(name), encoding: 'utf8' }).trim(),
  )
  const options = ['--offline', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', ...options, ...files.map(file => `./${file}`)], { cwd: folder })
}

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
