import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BuildOptions, build } from 'esbuild'
import { tool } from '../../../tools/packages/packages.ts'

/** A runtime that serves a relay in a process of its own. */
export type HostName = 'node' | 'deno' | 'bun'

/** How a bundle becomes a program of Node: `ws` is CommonJS. */
const FOR_NODE: BuildOptions = {
  platform: 'node',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
}
const FOR_OTHERS: BuildOptions = {
  platform: 'neutral',
  mainFields: ['module', 'main'],
  external: ['node:*'],
}

/** A script that serves a relay, bundled for a runtime. */
export class RelayProgram {
  readonly #name: HostName
  /** The bundle is in it. The script may write files there. */
  readonly folder: string

  private constructor(name: HostName, folder: string) {
    this.#name = name
    this.folder = folder
  }

  static async build(name: HostName, script: string): Promise<RelayProgram> {
    const program = new RelayProgram(name, await mkdtemp(join(tmpdir(), 'relay-host-')))
    await build({
      entryPoints: [script],
      outfile: program.#bundle,
      bundle: true,
      format: 'esm',
      conditions: ['@kube-informer/source'],
      target: 'es2023',
      logLevel: 'error',
      ...(name === 'node' ? FOR_NODE : FOR_OTHERS),
    })
    return program
  }

  get #bundle(): string {
    return join(this.folder, 'relay.mjs')
  }

  get #command(): readonly [string, ...string[]] {
    if (this.#name === 'node') return [process.execPath, this.#bundle]
    if (this.#name === 'bun') return [tool('bun'), 'run', this.#bundle]
    const files = [`--allow-read=${this.folder}`, `--allow-write=${this.folder}`]
    return [tool('deno'), 'run', '--no-config', '--no-lock', '--allow-net=127.0.0.1', ...files, this.#bundle]
  }

  /** Starts a process. Resolves when it listens. */
  async start(argument: string): Promise<RelayHost> {
    const [command, ...args] = this.#command
    const child = spawn(command, [...args, argument], { stdio: ['pipe', 'pipe', 'inherit'] })
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`the relay in ${this.#name} ended with ${code}`)
    })
    const [port] = await Promise.race([once(createInterface(child.stdout), 'line'), failed])
    failed.catch(() => undefined)
    return new RelayHost(child, port)
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** A relay in a process of its own. */
export class RelayHost {
  readonly #child: ChildProcess
  readonly #exit: Promise<number | null>
  readonly url: string

  constructor(child: ChildProcess, port: string) {
    this.#child = child
    this.#exit = once(child, 'exit').then(([code]) => code)
    this.url = `http://127.0.0.1:${port}`
  }

  /** Stops the relay; resolves with the exit code once the process has ended, which needs all timers to be gone. */
  stop(): Promise<number | null> {
    this.#child.stdin?.end()
    return this.#exit
  }

  /** Ends the process at once, as a crash does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exit
  }
}
