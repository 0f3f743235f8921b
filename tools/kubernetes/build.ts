import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MODULE = import.meta.dirname

/** etcd, kube-apiserver and kube-controller-manager in one executable; ignored by git. */
export const BINARY: string = join(MODULE, '.bin', 'kubernetes')

const SOURCES = ['main.go', 'go.mod', 'go.sum'].map(name => join(MODULE, name))

// Without these values the binary reports v0.0.0, and clients derive features from the version.
const VERSION = { gitVersion: 'v1.37.1', gitMajor: '1', gitMinor: '37' }

const BUILD_ARGS = [
  'build',
  '-v',
  '-trimpath',
  '-ldflags',
  ['-s -w', ...Object.entries(VERSION).map(([name, value]) => versionFlag(name, value))].join(' '),
  '-o',
  BINARY,
  '.',
]

function versionFlag(name: string, value: string): string {
  return `-X k8s.io/component-base/version.${name}=${value}`
}

/** Go is not installed; the message explains how to proceed. */
export class GoMissingError extends Error {
  override name = 'GoMissingError'
}

/** Whether the binary exists and is newer than its sources. */
export function isBuilt(): boolean {
  if (!existsSync(BINARY)) return false
  const built = statSync(BINARY).mtimeMs
  return SOURCES.every(path => statSync(path).mtimeMs <= built)
}

/** Whether Go is installed. */
export function hasGo(): boolean {
  return spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0
}

/** Builds the binary unless it is up to date. Logs progress, since a build with a cold cache takes minutes. */
export async function buildKubernetes(log: (line: string) => void): Promise<void> {
  if (isBuilt()) return
  if (!hasGo()) {
    throw new GoMissingError(
      'Go is not installed, and building kube-apiserver needs it: see https://go.dev/doc/install. ' +
        'Or point KUBE_APISERVER_URL and KUBE_TOKEN (or KUBECONFIG) at a cluster that runs already.',
    )
  }
  log(
    'building etcd, kube-apiserver and kube-controller-manager 1.37.1; the first time takes some five minutes',
  )
  await runBuild(log)
}

async function runBuild(log: (line: string) => void): Promise<void> {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const env = { ...process.env, CGO_ENABLED: '0' }
  const go = spawn('go', BUILD_ARGS, { cwd: MODULE, env, stdio: ['ignore', 'inherit', 'pipe'] })
  const output: string[] = []
  createInterface({ input: go.stderr }).on('line', line => output.push(line))
  const progress = setInterval(() => log(`  ${progressOf(output)}, ${seconds()} s`), 10_000)
  const code = await new Promise<number | null>((resolve, reject) => {
    go.on('error', reject)
    go.on('close', resolve)
  }).finally(() => clearInterval(progress))
  if (code !== 0) throw new Error(`go build failed:\n${output.slice(-30).join('\n')}`)
  log(`built ${BINARY} in ${seconds()} s`)
}

function progressOf(output: readonly string[]): string {
  const downloaded = output.filter(line => line.startsWith('go: downloading')).length
  return `${downloaded} modules downloaded, ${output.length - downloaded} packages compiled`
}
