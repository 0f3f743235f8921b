import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { packageFolder, ROOT } from '../tools/packages/packages.ts'

const DEMO = join(ROOT, 'demo')
/** As the scripts of the demo run it: its configuration is imported by Node, with the sources of the packages. */
const VITE = ['--conditions=@kube-informer/source', join(ROOT, 'node_modules/vite/bin/vite.js')]
const NATIVE = ['--configLoader', 'native']

/** A running server process. */
export interface Served {
  readonly url: string
  stop(): Promise<void>
}

/** Builds the demo. */
export function buildDemo(): void {
  for (const page of [
    ['--mode', 'minimal'],
    ['--emptyOutDir', 'false'],
  ]) {
    const args = [...VITE, 'build', ...NATIVE, ...page, '--logLevel', 'warn']
    const vite = spawnSync(process.execPath, args, { cwd: DEMO, stdio: 'inherit' })
    if (vite.status !== 0) throw new Error('the demo does not build')
  }
}

/** Builds the demo as a static site. */
export function buildStaticSite(folder: string): void {
  const options = ['--mode', 'static', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  const args = [...VITE, 'build', ...NATIVE, ...options]
  const vite = spawnSync(process.execPath, args, { cwd: DEMO, stdio: 'inherit' })
  if (vite.status !== 0) throw new Error('the static site does not build')
}

/** Serves the built demo. `env` names its apiservers. */
export const previewDemo = (env: Readonly<Record<string, string>>): Promise<Served> =>
  startVite(['preview'], env)

/**
 * Runs the command of `npm start`, or with `--dev` that of `npm run dev --workspace demo`. `env` names other apiservers.
 */
export async function startDemo(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const port = await freePort()
  const command = ['--conditions=@kube-informer/source', 'server/main.ts', ...args]
  const options = { cwd: DEMO, env: { ...process.env, ...env, PORT: String(port) } }
  const demo = spawn(process.execPath, command, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  await lineOf(demo, /^ready/)
  return { url: `http://localhost:${port}`, stop: () => stop(demo) }
}

async function startVite(command: readonly string[], env: Readonly<Record<string, string>>): Promise<Served> {
  const port = await freePort()
  const args = [...VITE, ...command, ...NATIVE, '--host', '127.0.0.1', '--port', String(port), '--strictPort']
  const options = { cwd: DEMO, env: { ...process.env, ...env } }
  const vite = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  await lineOf(vite, /127\.0\.0\.1/)
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(vite) }
}

/** Runs the command of `@kube-informer/apiserver`. */
export async function fakeApiserver(args: readonly string[]): Promise<Served> {
  const command = join(packageFolder('apiserver'), 'src/node/cli.ts')
  const options = ['--conditions=@kube-informer/source', command, '--port', '0', ...args]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await lineOf(child, /^ +url /)
  return { url: line.split(' ').at(-1) ?? '', stop: () => stop(child) }
}

/** Runs a server in Node that prints its URL. @param script its built file */
export async function startScript(script: string): Promise<Served> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { url: await lineOf(child, /^http:/), stop: () => stop(child) }
}

/** Starts `kubectl proxy` on a free port. */
export async function kubectlProxy(kubeconfig: string): Promise<Served> {
  const args = ['proxy', '--port=0', `--kubeconfig=${kubeconfig}`]
  const kubectl = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await lineOf(kubectl, /Starting to serve on/)
  return { url: `http://${line.split(' ').at(-1)}`, stop: () => stop(kubectl) }
}

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The first matching line on a child's stdout; rejects if the child exits first. */
function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', code => reject(new Error(`${child.spawnfile} ended with exit code ${code}`)))
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', line => {
      if (pattern.test(line)) resolve(line)
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
