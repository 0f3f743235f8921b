import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A browser, a driver or a display, with all of its processes. */
export class BrowserProcess {
  readonly #child: ChildProcess

  /** The process is in a group of its own, so that all of it can be killed at once. It ends with this process. */
  constructor(command: string, args: readonly string[], options: SpawnOptions = {}) {
    const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    this.#child = child
    const kill = (): void => this.signal('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the process did not start')
    return this.#child.pid
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Sends a signal to every process of the group. */
  signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal)
    } catch {
      // The group has already exited.
    }
  }

  /** Calls `end` and resolves when the process has exited. */
  async ended(end: () => void): Promise<void> {
    if (this.hasExited) return
    const exited = new Promise(resolve => this.#child.once('exit', resolve))
    end()
    await exited
  }

  /** Kills all processes of the group at once, as a power failure does. */
  kill(): Promise<void> {
    return this.ended(() => this.signal('SIGKILL'))
  }

  /** Resolves with the first group of a pattern in a line of the output. */
  output(pattern: RegExp): Promise<string> {
    const child = this.#child
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', code => reject(new Error(`${child.spawnfile} exited with ${code}`)))
      for (const stream of [child.stdout, child.stderr])
        if (stream) onLine(stream, line => pattern.exec(line)?.[1], resolve)
    })
  }
}

function onLine(input: Readable, find: (line: string) => string | undefined, found: (text: string) => void) {
  createInterface({ input }).on('line', line => {
    const text = find(line)
    if (text !== undefined) found(text)
  })
}
