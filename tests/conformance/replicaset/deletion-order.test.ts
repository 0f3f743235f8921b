import { describe, expect, test } from 'vitest'
import { deletionOrder } from './deletion-order.ts'
import { type ExamplePod, examplePod, NOW_MS, names } from './example-objects.ts'

const HOUR_MS = 3_600_000
const running: ExamplePod = { node: 'a', phase: 'Running' }
const ready: ExamplePod = { ...running, readyMs: HOUR_MS, ageMs: HOUR_MS }
const cost = (value: string) => ({ annotations: { 'controller.kubernetes.io/pod-deletion-cost': value } })

const order = (first: ExamplePod, second: ExamplePod, related: readonly ExamplePod[] = []) =>
  names(
    deletionOrder(
      [examplePod('second', second), examplePod('first', first)],
      related.map((pod, index) => examplePod(`related-${index}`, pod)),
      NOW_MS,
    ),
  )

describe('a surplus Pod is deleted before another one', () => {
  test.each<[string, ExamplePod, ExamplePod]>([
    ['without a node', {}, { node: 'a' }],
    ['without a node, although it is ready', { ...ready, node: '' }, running],
    ['that is pending', { node: 'a' }, { node: 'a', phase: 'Unknown' }],
    ['whose phase is unknown', { node: 'a', phase: 'Unknown' }, running],
    ['that is not ready', running, ready],
    ['that costs less', { ...ready, ...cost('-5') }, { ...ready, ageMs: 0, readyMs: 0 }],
    ['that costs nothing', { ...ready, ...cost('+9') }, { ...ready, ...cost('1') }],
    ['whose cost is no number of 32 bits', { ...ready, ...cost('2147483648') }, { ...ready, ...cost('1') }],
    ['that does not say since when it is ready', { ...ready, readyMs: null }, { ...ready, readyMs: 0 }],
    ['that became ready last', { ...ready, readyMs: 2 * HOUR_MS }, { ...ready, readyMs: 5 * HOUR_MS }],
    ['that restarted more often', { ...ready, restarts: 2 }, { ...ready, restarts: 1, ageMs: 0 }],
    ['whose sidecar restarted more often', { ...ready, sidecarRestarts: 2 }, { ...ready, ageMs: 0 }],
    ['that was created last', { ...ready, ageMs: HOUR_MS }, { ...ready, ageMs: 700 * HOUR_MS }],
  ])('%s', (_title, first, second) => {
    expect(order(first, second)).toEqual(['first', 'second'])
  })

  test('that shares its node with more active Pods', () => {
    const related: readonly ExamplePod[] = [
      { node: 'b', phase: 'Running' },
      { node: 'b', phase: 'Running' },
      { node: 'a', phase: 'Running' },
      ...Array.from({ length: 3 }, () => ({ node: 'a', phase: 'Failed' as const })),
    ]
    expect(order({ ...ready, node: 'b' }, { ...ready, readyMs: 0 }, related)).toEqual(['first', 'second'])
  })

  test('with the smaller uid, if they became ready at about the same time', () => {
    expect(order({ ...ready, readyMs: 8 * HOUR_MS }, { ...ready, readyMs: 5 * HOUR_MS })).toEqual([
      'first',
      'second',
    ])
  })
})

test('Pods that are equal keep their order', () => {
  expect(order(ready, ready)).toEqual(['second', 'first'])
})
