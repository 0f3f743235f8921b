import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackages } from '../../tools/packages/build-packages.ts'
import { ROOT } from '../../tools/packages/packages.ts'
import { freePort, type Served } from '../preview.ts'

/** A folder of `examples`. Each has its own package-lock.json, and installs what npm packs of the packages. */
export type ExampleName = 'dashboard' | 'next' | 'react-router' | 'storybook'

/**
 * Where an example is installed. Unit tests run the dashboard with the sources of the packages, so its own folder must not contain
 * installed packages. It is installed in a copy at the same depth.
 */
export const folderOf = (name: ExampleName): string =>
  join(ROOT, name === 'dashboard' ? '.cache' : 'examples', name)

/** As for a user: the packages' output, not their sources, and no telemetry. */
const ENVIRONMENT = {
  ...process.env,
  NODE_OPTIONS: '',
  NEXT_TELEMETRY_DISABLED: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
}

/** With npm's default of two long retries, a machine without the registry waits for more than a minute. */
const INSTALL = [
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
]

/** npm's codes for a registry that it cannot reach. */
const UNREACHABLE =
  /code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)/

let packagesBuilt = false

/**
 * Installs and builds an example with the commands of a user, and checks its types. Throws if that fails.
 *
 * @returns why it was not installed, if npm cannot reach its registry and its cache lacks a package
 */
export function buildExample(name: ExampleName): string | undefined {
  if (!packagesBuilt) buildPackages()
  packagesBuilt = true
  if (name === 'dashboard') {
    rmSync(folderOf(name), { recursive: true, force: true })
    cpSync(join(ROOT, 'examples', name), folderOf(name), { recursive: true })
  }
  const output = npm(name, ['ci', ...INSTALL])
  const [code] = UNREACHABLE.exec(output ?? '') ?? []
  if (code) return `npm cannot reach its registry: ${code}`
  const failure = output ?? npm(name, ['run', 'build']) ?? npm(name, ['run', 'types', '--if-present'])
  if (failure !== undefined) throw new Error(`examples/${name}: ${failure}`)
  return undefined
}

/** Runs npm in the folder of an example. @returns the output, if it fails */
function npm(name: ExampleName, args: readonly string[]): string | undefined {
  const started = performance.now()
  const options = { cwd: folderOf(name), env: ENVIRONMENT, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync('npm', args, options)
  console.log(
    `examples/${name}: npm ${args.slice(0, 2).join(' ')} took ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  return status === 0 ? undefined : `${stdout}${stderr}`
}

/** Runs `npm start` of a built example on a free port. `env` names its apiserver. */
export async function startExample(
  name: ExampleName,
  env: Readonly<Record<string, string>>,
): Promise<Served> {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: folderOf(name),
    env: { ...ENVIRONMENT, ...env, PORT: String(port), HOST: '127.0.0.1', HOSTNAME: '127.0.0.1' },
    // npm runs the command in a shell: its group ends together.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(child, name)
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) }
}

/** Resolves when the server prints that it is ready. Its later output is discarded. */
async function ready(child: ChildProcess, name: ExampleName): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', code => reject(new Error(`examples/${name} ended with exit code ${code}: ${output}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (/Ready in|\[react-router-serve\] http/.test(output)) resolve()
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await gone
}
