import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How a command ended. */
export interface Result {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Options of a command. */
export interface RunOptions {
  /** What it reads: a text, or objects that become a JSON list. */
  readonly input?: string | object | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** A command that has not ended yet. */
export interface Running {
  /** Resolves as soon as it has written so many lines. */
  lines(count: number): Promise<readonly string[]>
  /** Resolves when it ends by itself. */
  readonly ended: Promise<Result>
  /** Ends it. */
  stop(): Promise<Result>
}

/** Whether there is a kubectl on this machine. */
export const hasKubectl = (): boolean => spawnSync('kubectl', ['version', '--client']).status === 0

/** The stock kubectl, pointed at one server, with nothing of this machine's user in it. */
export class Kubectl {
  readonly #flags: readonly string[]
  readonly #home = mkdtempSync(join(tmpdir(), 'kubectl-'))
  readonly #running = new Set<Running>()

  /** @param flags which server, and who asks */
  constructor(flags: readonly string[]) {
    this.#flags = [...flags, '--cache-dir', join(this.#home, 'cache')]
  }

  /** Runs a command to its end; words are parted by spaces, unless single quotes hold them together. */
  run(command: string, options: RunOptions = {}): Promise<Result> {
    return this.start(command, options).ended
  }

  start(command: string, { input, env }: RunOptions = {}): Running {
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    // Before a `--`, behind which flags are no flags.
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

  /** Ends whatever still runs, and forgets what was cached. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map(running => running.stop()))
    rmSync(this.#home, { recursive: true, force: true })
  }
}
