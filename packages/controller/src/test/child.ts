import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** A Node process that runs a module of the sources. It is killed at the end of the test. */
export class Child {
  readonly ended: Promise<Ended>
  readonly #process: ChildProcess
  #stdout = ''
  #stderr = ''

  constructor(path: string, ...args: readonly string[]) {
    const child = spawn(process.execPath, ['--conditions=@kube-informer/source', path, ...args])
    this.#process = child
    child.stdout.on('data', chunk => {
      this.#stdout += chunk
    })
    child.stderr.on('data', chunk => {
      this.#stderr += chunk
    })
    this.ended = new Promise(resolve => {
      child.once('close', (code, signal) =>
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr }),
      )
    })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await this.ended
    })
  }

  /** What it has printed so far. */
  get stdout(): string {
    return this.#stdout
  }

  /** Waits until a text was printed. */
  async printed(text: string): Promise<void> {
    const ended = this.ended.then(({ stderr }) => {
      throw new Error(`it ended: ${stderr}`)
    })
    ended.catch(() => {})
    while (!this.#stdout.includes(text))
      await Promise.race([ended, new Promise(resolve => this.#process.stdout?.once('data', resolve))])
  }

  kill(signal: 'SIGINT' | 'SIGTERM'): void {
    this.#process.kill(signal)
  }
}
