import { type ChildProcess, fork } from 'node:child_process'
import type { Sample, Setup } from './bench-case.ts'

/** What the runner tells a child to do. */
export interface Task {
  readonly module: string
  readonly call: 'run' | 'start'
  readonly setup: Setup
  /** Runs it so often, and answers the sample that has the least of this metric: other work on the machine only adds. */
  readonly bestOf?: { readonly times: number; readonly metric: string }
}

/** What a child answers. */
export type Outcome = { readonly result: Sample | Setup } | { readonly error: string }

const CHILD = new URL('./child.ts', import.meta.url)

/** A gc() for whoever measures memory; the sources rather than a build, as everywhere in this repository. */
const EXEC_ARGV = ['--conditions=@kube-informer/source', '--expose-gc', '--max-old-space-size=4096']

/** Starts a child on its task. Its own output goes to stderr, so that `--json` owns stdout. */
export function startChild(task: Task): ChildProcess {
  const child = fork(CHILD, { execArgv: EXEC_ARGV, stdio: ['ignore', 2, 2, 'ipc'] })
  child.send(task)
  return child
}

/** The slowest contender takes a minute on a busy machine. */
const PATIENCE_MS = 5 * 60_000

/** A child's answer; rejects when it fails, ends without one, or does not come to an end. */
export function outcomeOf(child: ChildProcess): Promise<Sample | Setup> {
  return new Promise((resolve, reject) => {
    const hangs = () => reject(new Error(`no answer within ${PATIENCE_MS / 60_000} minutes`))
    setTimeout(hangs, PATIENCE_MS).unref()
    child.once('message', (outcome: Outcome) => {
      if ('error' in outcome) reject(new Error(outcome.error))
      else resolve(outcome.result)
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`ended without an answer, exit code ${code}`)))
  })
}

/** Runs a task in a process of its own and ends the process. */
export async function inProcess(task: Task): Promise<Sample | Setup> {
  const child = startChild(task)
  try {
    return await outcomeOf(child)
  } finally {
    await endChild(child)
  }
}

/** Ends a child and waits until it is gone, so that it takes no time from the next one. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
