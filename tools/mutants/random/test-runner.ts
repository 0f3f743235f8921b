import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FileChange } from './change.ts'
import type { TestFile } from './test-files.ts'

/** Test files to run, with a change of one source. */
export interface RunRequest {
  readonly files: readonly TestFile[]
  readonly change?: FileChange
}

/** Whether all tests passed. */
export interface RunResult {
  readonly passed: boolean
}

/** Runs tests in a process that keeps Vitest, and starts another one if a run does not end. */
export class TestRunner {
  #process: ChildProcess | undefined

  /** Whether the tests pass; not if they take longer than the time. */
  async passes(request: RunRequest, timeoutMs: number): Promise<boolean> {
    const child = this.#process ?? (await this.#start())
    if (!child.connected) return false
    const timer = setTimeout(() => this.stop(), timeoutMs)
    const answers = new AbortController()
    const { signal } = answers
    try {
      child.send(request)
      const answered = once(child, 'message', { signal }).then(([result]) => (result as RunResult).passed)
      return await Promise.race([answered, once(child, 'exit', { signal }).then(() => false)])
    } finally {
      clearTimeout(timer)
      answers.abort()
    }
  }

  /** Ends the process and those that it started. */
  stop(): void {
    const { pid } = this.#process ?? {}
    this.#process = undefined
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'vitest-process.ts'), {
      // A group of its own: a signal of the terminal does not end it, and its own processes end with it.
      detached: true,
      env: { ...process.env, CI: '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#process = child
    child.once('exit', () => {
      if (this.#process === child) this.#process = undefined
    })
    const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    // A process that was stopped has no exit code.
    if (typeof result === 'number') throw new Error(`Vitest does not start: exit code ${result}`)
    return child
  }
}
