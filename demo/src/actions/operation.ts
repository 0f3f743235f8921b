import type { KubernetesObject } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import type { Kind } from '../kinds/kind.ts'
import type { Action, Input, Inverse, Outcome, Progress, RunContext } from './action.ts'
import { keyOf } from './names.ts'

/** How many writes are sent at the same time. */
const CONCURRENCY = 6

/** How far an operation is on one of its objects. */
export interface Step {
  readonly key: string
  readonly object: KubernetesObject
  /** `running`: sent, and not accepted yet. `accepted`: the effect is followed. */
  readonly state: 'queued' | 'running' | 'accepted' | 'done' | 'failed' | 'cancelled'
  readonly text: string
  readonly error?: unknown
  readonly inverse?: Inverse | undefined
}

/** What an operation runs on each object: an action with its input, or an inverse. */
type Task = (context: RunContext, step: Step) => Promise<Outcome>

/** An action on one or several objects, with its progress on each. */
export interface Operation {
  /** The same reference until something changes. */
  readonly getSteps: () => readonly Step[]
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves when no object is in progress. Never rejects: the steps have the errors. */
  readonly ended: Promise<readonly Step[]>
  /** Drops what has not been sent, and stops following what has. */
  readonly cancel: () => void
}

interface OperationOptions {
  readonly connection: Connection
  readonly kind: Kind
  readonly objects: readonly KubernetesObject[]
  readonly task: Task
}

/** Runs an action on objects: a few writes at the same time, whose effects are all followed. */
export const startAction = (
  connection: Connection,
  kind: Kind,
  objects: readonly KubernetesObject[],
  action: Action,
  input: Input,
): Operation => startOperation({ connection, kind, objects, task: context => action.run(context, input) })

/** Reverses what an operation has done, on the objects where that is possible. */
export function startInverse(connection: Connection, kind: Kind, steps: readonly Step[]): Operation {
  const inverses = new Map(steps.map(({ key, inverse }) => [key, inverse]))
  return startOperation({
    connection,
    kind,
    objects: steps.filter(({ inverse }) => inverse !== undefined).map(({ object }) => object),
    task: async (context, { key }) => (await inverses.get(key)?.run(context)) ?? { text: '' },
  })
}

function startOperation({ connection, kind, objects, task }: OperationOptions): Operation {
  const abort = new AbortController()
  const listeners = new Set<() => void>()
  let steps: readonly Step[] = objects.map(object => ({
    key: keyOf(object),
    object,
    state: 'queued',
    text: '',
  }))

  function change(index: number, changes: Partial<Step>): void {
    steps = steps.map((step, at) => (at === index ? { ...step, ...changes } : step))
    for (const listener of listeners) listener()
  }

  /** Resolves when the server has accepted the write, or the step has ended. */
  function start(step: Step, index: number, ends: Promise<void>[]): Promise<void> {
    change(index, { state: 'running' })
    return new Promise(resolve => {
      const report = ({ text, inverse }: Progress): void => {
        change(index, { state: 'accepted', text, ...(inverse ? { inverse } : {}) })
        resolve()
      }
      const context = { connection, kind, object: step.object, signal: abort.signal, report }
      const end = task(context, step).then(
        ({ text, inverse }) => change(index, { state: 'done', text, inverse }),
        error => change(index, failure(error, abort.signal)),
      )
      ends.push(end.then(resolve))
    })
  }

  async function runAll(): Promise<readonly Step[]> {
    const ends: Promise<void>[] = []
    const queue = steps.entries()
    async function work(): Promise<void> {
      for (const [index, step] of queue) {
        if (abort.signal.aborted) change(index, { state: 'cancelled', text: 'Cancelled before it was sent' })
        else await start(step, index, ends)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    await Promise.all(ends)
    return steps
  }

  return {
    getSteps: () => steps,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ended: runAll(),
    cancel: () => abort.abort(),
  }
}

function failure(error: unknown, signal: AbortSignal): Partial<Step> {
  if (signal.aborted) return { state: 'cancelled', text: 'Cancelled' }
  return { state: 'failed', text: error instanceof Error ? error.message : String(error), error }
}
