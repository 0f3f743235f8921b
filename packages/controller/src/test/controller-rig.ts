import { PriorityQueue } from '@kube-informer/core/workqueue'
import { FakeClock } from '@kube-informer/testing'
import type { Client } from '../api/client.ts'
import type { ControllerMetrics } from '../api/metrics.ts'
import type { ReconcileContext, ReconcileResult, Reconciler } from '../api/reconciler.ts'
import { type Request, requestKey } from '../api/request.ts'
import type { EnqueueOptions } from '../api/request-queue.ts'
import { Controller } from '../controller/controller.ts'
import type { ControllerOptions } from '../controller/controller-options.ts'
import { RecordingLogger } from './recording-logger.ts'

/** A request by its key. */
export const request = (key: string): Request => {
  const [name = '', namespace = ''] = key.split('/').reverse()
  return { namespace, name }
}

/** The default queue, which records how it is used. */
export class ObservedQueue extends PriorityQueue<Request> {
  readonly calls: string[] = []

  override addWithOptions(options: EnqueueOptions, ...items: readonly Request[]): void {
    const { afterMs, priority, rateLimited } = options
    const notes = [
      afterMs && `after ${afterMs}`,
      priority && `priority ${priority}`,
      rateLimited && 'rate limited',
    ]
    for (const item of items) this.calls.push(['add', requestKey(item), ...notes.filter(Boolean)].join(' '))
    super.addWithOptions(options, ...items)
  }

  override forget(item: Request): void {
    this.calls.push(`forget ${requestKey(item)}`)
    super.forget(item)
  }
}

/** Metrics that count. */
class CountingMetrics implements ControllerMetrics {
  readonly started: [name: string, workers: number][] = []
  readonly outcomes: string[] = []
  active = 0
  timeouts = 0

  controllerStarted(name: string, workers: number): void {
    this.started.push([name, workers])
  }

  reconcileStarted(): (outcome: string) => void {
    this.active++
    return outcome => {
      this.active--
      this.outcomes.push(outcome)
    }
  }

  reconcileTimedOut(): void {
    this.timeouts++
  }
}

let count = 0

/** A reconciler that the test answers, one call after another. */
class ScriptedReconciler {
  readonly calls: string[] = []
  readonly contexts: ReconcileContext[] = []
  /** The answers of the next calls. An error is thrown. Then: nothing. */
  readonly answers: (ReconcileResult | Error | undefined | Promise<ReconcileResult | undefined>)[] = []

  readonly reconcile: Reconciler = async (of, context) => {
    this.calls.push(requestKey(of))
    this.contexts.push(context)
    const answer = await this.answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
}

/** A controller in virtual time, with a queue that the test fills. */
export function controllerRig(options: Partial<ControllerOptions> = {}) {
  const clock = (options.clock ?? new FakeClock({ now: 0 })) as FakeClock
  const log = new RecordingLogger()
  const metrics = new CountingMetrics()
  const script = new ScriptedReconciler()
  const stop = new AbortController()
  const queues: ObservedQueue[] = []
  const controller = new Controller({
    name: `test-${++count}`,
    reconciler: script.reconcile,
    client: {} as Client,
    events: { event: () => {} },
    ...{ log, metrics },
    newQueue: ({ rateLimiter, name }) => {
      const queue = new ObservedQueue({ clock, key: requestKey, rateLimiter, name })
      queues.push(queue)
      return queue
    },
    ...options,
    clock,
  })
  return {
    ...{ clock, log, metrics, script, stop, controller },
    /** The queue of a controller that was started. */
    get queue(): ObservedQueue {
      const [queue] = queues
      if (!queue) throw new Error('the controller has no queue yet')
      return queue
    },
    /** Runs the controller; `end` has its outcome. */
    async start() {
      const end: { isSettled: boolean; error?: unknown } = { isSettled: false }
      void controller
        .run(stop.signal)
        .catch((error: unknown) => Object.assign(end, { error }))
        .finally(() => Object.assign(end, { isSettled: true }))
      await clock.settle()
      return end
    },
  }
}
