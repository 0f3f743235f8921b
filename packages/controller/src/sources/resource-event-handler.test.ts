import type { Clock } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { silentLogger } from '../api/silent-logger.ts'
import { resourceEventHandler } from './resource-event-handler.ts'

/** A handler on a host whose time passes as the test says. */
function handlerAt(times: readonly number[]) {
  const left = [...times]
  const clock: Clock = {
    now: () => left.shift() ?? 0,
    setTimeout: () => undefined,
    clearTimeout: () => {},
    yieldToHost: () => Promise.resolve(),
  }
  return resourceEventHandler({
    handler: () => {},
    predicates: [],
    queue: { add: () => {} },
    context: { log: silentLogger, clock },
    signal: new AbortController().signal,
    description: 'test',
  })
}

const pod = { metadata: { name: 'a', namespace: 'ns' } }

test('the events of an initial list are handled in slices of 4 ms, the first one alone', async () => {
  // The time after each event, and at the start of each slice.
  const { onAdd } = handlerAt([100, 101, 102, 104, 105, 106])
  const pauses: boolean[] = []
  for (let event = 0; event < 4; event++) {
    const pause = onAdd?.(pod, true)
    pauses.push(pause !== undefined)
    await pause
  }
  expect(pauses).toEqual([true, false, false, true])
})

test('an event after the initial list is handled without a pause', () => {
  const { onAdd, onUpdate, onDelete } = handlerAt([])
  expect([onAdd?.(pod, false), onUpdate?.(pod, pod), onDelete?.(pod)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
