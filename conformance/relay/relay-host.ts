import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { tool } from '../../tools/packages.ts'

/** A runtime that serves a relay in a process of its own. */
export type HostName = 'node' | 'deno' | 'bun'

const HOSTS = join(import.meta.dirname, 'hosts')

/** A relay in a process of its own. */
export class RelayHost {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly url: string

  private constructor(child: ChildProcess, folder: string, port: string) {
    this.#child = child
    this.#folder = folder
    this.url = `http://127.0.0.1:${port}`
  }

  static async start(name: HostName, upstream: string): Promise<RelayHost> {
    const folder = await mkdtemp(join(tmpdir(), 'relay-host-'))
    const [command, args] = await commandOf(name, folder)
    const child = spawn(command, [...args, upstream], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [port] = await once(createInterface(child.stdout), 'line')
    return new RelayHost(child, folder, port)
  }

  /** Stops the relay; resolves with the exit code once the process has ended, which needs all timers to be gone. */
  async stop(): Promise<number | null> {
    const { exitCode } = this.#child
    const exited = exitCode === null ? once(this.#child, 'exit') : [exitCode]
    this.#child.stdin?.end()
    const [code] = await exited
    await rm(this.#folder, { recursive: true, force: true })
    return code
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

async function commandOf(name: HostName, folder: string): Promise<[string, readonly string[]]> {
  if (name === 'node')
    return [process.execPath, ['--conditions=@kube-informer/source', join(HOSTS, 'node.ts')]]
  const script = join(folder, `${name}.js`)
  await build({
    entryPoints: [join(HOSTS, `${name}.ts`)],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@kube-informer/source'],
    target: 'es2023',
  })
  if (name === 'bun') return [tool('bun'), ['run', script]]
  return [tool('deno'), ['run', '--no-config', '--no-lock', '--allow-net=127.0.0.1', script]]
}
