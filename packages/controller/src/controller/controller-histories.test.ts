import { sleep } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReconcileResult } from '../api/reconciler.ts'
import { requestKey } from '../api/request.ts'
import type { RequestQueue } from '../api/request-queue.ts'
import { functionSource } from '../sources/function-source.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import { TerminalError } from './terminal-error.ts'

const outcome = fc.oneof(
  fc.constant<ReconcileResult>({}),
  fc.record<ReconcileResult>({
    requeueAfterMs: fc.integer({ min: -1, max: 50 }),
    priority: fc.integer({ min: -5, max: 5 }),
  }),
  fc.constant<ReconcileResult>({ requeue: true }),
  fc.constantFrom<Error>(new Error('retry'), new TerminalError('no retry')),
)
const attempt = fc.record({ outcome, takesMs: fc.integer({ min: 0, max: 30 }) })
const step = fc.record({
  pauseMs: fc.constantFrom(0, 0, 0, 0, 1, 7, 40),
  key: fc.constantFrom('ns/a', 'ns/b', 'ns/c', 'ns/d', 'ns/e', 'f'),
  options: fc.record(
    {
      priority: fc.constantFrom(-100, 0, 3),
      afterMs: fc.constantFrom(0, 5, 25),
      rateLimited: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
})
const history = fc.record({
  steps: fc.array(step, { maxLength: 30, size: 'max' }),
  attempts: fc.array(attempt, { maxLength: 30, size: 'max' }),
  maxConcurrentReconciles: fc.integer({ min: 1, max: 4 }),
  usePriorityQueue: fc.boolean(),
  debounce: fc.option(fc.constant({ waitMs: 5, maxWaitMs: 12 }), { nil: undefined }),
  reconciliationTimeoutMs: fc.constantFrom(undefined, 10),
  stopsAfterMs: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
})

test('no request runs twice at once, and every add is reconciled after it', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, attempts, stopsAfterMs, ...options }) => {
      const clock = new FakeClock({ now: 0, quietTicks: 1 })
      let moment = 0
      const [addedAt, startedAt, running] = [
        new Map<string, number>(),
        new Map<string, number>(),
        new Set<string>(),
      ]
      /** Collected: an error that a reconciler throws is only retried. */
      const faults: string[] = []
      let hasEnded = false
      let target: RequestQueue | undefined
      const rig = controllerRig({
        clock,
        ...options,
        newQueue: undefined,
        reconciler: async of => {
          const key = requestKey(of)
          if (hasEnded) faults.push(`${key} after the end`)
          if (running.has(key)) faults.push(`${key} twice at once`)
          running.add(key)
          if (running.size > options.maxConcurrentReconciles) faults.push('too many at once')
          startedAt.set(key, ++moment)
          const { outcome: result, takesMs } = attempts.shift() ?? { outcome: {}, takesMs: 0 }
          await sleep(clock, takesMs)
          running.delete(key)
          if (result instanceof Error) throw result
          return result
        },
      })
      rig.controller.watch(
        functionSource(queue => {
          target = queue
        }),
      )
      const end = await rig.start()
      for (const { pauseMs, key, options: add } of steps) {
        addedAt.set(key, ++moment)
        target?.add(request(key), add)
        await clock.advance(pauseMs)
      }
      if (stopsAfterMs === undefined) {
        await clock.advance(60_000)
        for (const [key, at] of addedAt) expect(startedAt.get(key), `${key} is lost`).toBeGreaterThan(at)
        expect([running.size, rig.metrics.active]).toEqual([0, 0])
      } else {
        await clock.advance(stopsAfterMs)
      }
      rig.stop.abort()
      await clock.advance(1_000)
      hasEnded = end.isSettled
      expect(end).toEqual({ isSettled: true })
      await clock.advance(10_000)
      expect([running.size, clock.pendingTimers, faults]).toEqual([0, 0, []])
    }),
    { numRuns: 100 },
  )
})
