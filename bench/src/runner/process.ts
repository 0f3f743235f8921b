import { type ChildProcess, fork } from 'node:child_process'
import type { Sample, Setup } from './bench-case.ts'

/** A task of a child process. */
export interface Task {
  /** URL of the file of the case. */
  readonly file: string
  /** The name of the case. */
  readonly name: string
  /** The name of the contender to run; without it, the server is started. */
  readonly contender?: string
  readonly setup: Setup
  /** Runs it `times` times and returns the sample with the lowest value of this metric: other load only adds. */
  readonly bestOf?: { readonly times: number; readonly metric: string }
}

/** The result of a child process. */
export type Outcome = { readonly result: Sample | Setup } | { readonly error: string }

const CHILD = new URL('./child.ts', import.meta.url)

/** Exposes `gc()` to cases that measure memory, and runs the sources instead of a build. */
const EXEC_ARGV = ['--conditions=@kube-informer/source', '--expose-gc', '--max-old-space-size=4096']

/** Starts a child with its task. Its output goes to stderr, because `--json` writes to stdout. */
export function startChild(task: Task): ChildProcess {
  const child = fork(CHILD, { execArgv: EXEC_ARGV, stdio: ['ignore', 2, 2, 'ipc'] })
  child.send(task)
  return child
}

/** The slowest contender takes a minute on a busy machine. */
const TIMEOUT_MS = 5 * 60_000

/** Resolves to a child's result; rejects when it fails, exits without a result, or times out. */
export function outcomeOf(child: ChildProcess): Promise<Sample | Setup> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`no result within ${TIMEOUT_MS / 60_000} minutes`))
    setTimeout(fail, TIMEOUT_MS).unref()
    child.once('message', (outcome: Outcome) => {
      if ('error' in outcome) reject(new Error(outcome.error))
      else resolve(outcome.result)
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`exited without a result, exit code ${code}`)))
  })
}

/** Runs a task in a separate process, and ends that process. */
export async function inProcess(task: Task): Promise<Sample | Setup> {
  const child = startChild(task)
  try {
    return await outcomeOf(child)
  } finally {
    await endChild(child)
  }
}

/** Kills a child and waits for its exit, so that it does not compete with the next one. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}
