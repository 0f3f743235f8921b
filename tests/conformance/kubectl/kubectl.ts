import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The result of a command. */
export interface Result {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Options of a command. */
export interface RunOptions {
  /** Standard input: a text, or an object that is sent as JSON. */
  readonly input?: string | object | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** A running command. */
export interface Running {
  /** Resolves once the command has written this many lines. */
  lines(count: number): Promise<readonly string[]>
  /** Resolves when the command exits. */
  readonly ended: Promise<Result>
  /** Kills the command. */
  stop(): Promise<Result>
}

/** Whether kubectl is installed. */
export const hasKubectl = (): boolean => spawnSync('kubectl', ['version', '--client']).status === 0

/** The installed kubectl for one server, isolated from the configuration of the current user. */
export class Kubectl {
  readonly #flags: readonly string[]
  readonly #home = mkdtempSync(join(tmpdir(), 'kubectl-'))
  readonly #running = new Set<Running>()

  /** @param flags - flags for server and credentials */
  constructor(flags: readonly string[]) {
    this.#flags = [...flags, '--cache-dir', join(this.#home, 'cache')]
  }

  /** Runs a command until it exits. Spaces separate arguments, except within single quotes. */
  run(command: string, options: RunOptions = {}): Promise<Result> {
    return this.start(command, options).ended
  }

  start(command: string, { input, env }: RunOptions = {}): Running {
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    // The flags precede the command, because it may contain `--`.
    const child = spawn('kubectl', [...this.#flags, ...words], {
      env: { PATH: process.env.PATH, HOME: this.#home, KUBECONFIG: '/dev/null', ...env },
    })
    let [stdout, stderr] = ['', '']
    const waiting = new Set<() => void>()
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      for (const look of waiting) look()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.stdin.end(typeof input === 'object' ? JSON.stringify(input) : (input ?? ''))
    const ended = new Promise<Result>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', code => resolve({ code, stdout, stderr }))
    })
    const running: Running = {
      ended,
      lines: count =>
        new Promise((resolve, reject) => {
          const look = () => {
            const lines = stdout.split('\n').slice(0, -1)
            if (lines.length < count) return
            waiting.delete(look)
            resolve(lines)
          }
          waiting.add(look)
          look()
          void ended.then(() =>
            reject(new Error(`kubectl ${command} ended before line ${count}: ${stdout}${stderr}`)),
          )
        }),
      stop: () => {
        child.kill()
        return ended
      },
    }
    this.#running.add(running)
    void ended.then(() => this.#running.delete(running))
    return running
  }

  /** Kills running commands and deletes the discovery cache. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map(running => running.stop()))
    rmSync(this.#home, { recursive: true, force: true })
  }
}
