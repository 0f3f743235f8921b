import { expect, test } from 'vitest'
import type { FaultStep } from './fault-script.ts'
import { randomFaultScript } from './random-fault-script.ts'

const numbersIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** Each kind of fault with its number of steps, and the sum of all its numbers. */
function totalsOf(steps: readonly FaultStep[]): readonly string[] {
  const totals = new Map<string, readonly [count: number, sum: number]>()
  for (const { fault } of steps) {
    const kind =
      fault.type === 'rule' ? `${fault.rule.action.type} ${fault.rule.match?.watch ?? 'any'}` : fault.type
    const [count, sum] = totals.get(kind) ?? [0, 0]
    totals.set(kind, [count + 1, numbersIn(fault).reduce((all, each) => all + each, sum)])
  }
  return [...totals].map(([kind, [count, sum]]) => `${kind}: ${count}, ${sum}`).sort()
}

// A seed that a report names gives the same script in later versions.
test('the same seed gives the same faults', () => {
  expect(totalsOf(randomFaultScript({ seed: 7, durationMs: 200_000 }))).toEqual([
    ...['compact: 22, 0', 'delay any: 10, 30367', 'drop any: 8, 14894', 'dropWatches: 10, 0'],
    ...['end true: 14, 20359', 'expired any: 15, 23991', 'notReady: 9, 18633', 'relist: 12, 0'],
    ...['restart: 9, 0', 'slow any: 8, 73797', 'split any: 15, 24702', 'stallWatchCache: 12, 25160'],
    ...['status any: 26, 47819', 'truncate false: 15, 18509', 'truncate true: 9, 16113'],
  ])
})

test('faults are within the duration, at the given interval on average', () => {
  const times = (everyMs?: number) =>
    randomFaultScript({ seed: 1, durationMs: 100_000, ...(everyMs && { everyMs }) }).map(({ atMs }) => atMs)
  const [usual, often] = [times(), times(100)]
  expect([usual, often].map(each => Math.round(each.length / 100))).toEqual([1, 10])
  for (const each of [usual, often]) {
    expect([...each].sort((a, b) => a - b)).toEqual(each)
    expect(new Set(each).size).toBe(each.length)
    expect(Math.max(...each)).toBeLessThan(100_000)
  }
  expect([usual, often].map(each => each.slice(0, 3))).toEqual([
    [736, 2377, 3448],
    [74, 238, 345],
  ])
  const [first = 0] = often
  expect(randomFaultScript({ seed: 1, durationMs: first, everyMs: 100 })).toEqual([])
  expect(randomFaultScript({ seed: 1, durationMs: first + 1, everyMs: 100 })).toHaveLength(1)
})

test('caches of the given resource are struck; a history is kept in half of the compactions', () => {
  const steps = randomFaultScript({ seed: 3, durationMs: 1e6, resource: 'deployments.apps' })
  const faults = steps.map(({ fault }) => fault)
  const resources = faults.flatMap(fault => ('resource' in fault ? fault.resource : []))
  expect(new Set(resources)).toEqual(new Set(['deployments.apps']))
  const kept = faults.flatMap(fault => (fault.type === 'compact' ? fault.keepsWatchHistory : []))
  const share = kept.filter(Boolean).length / kept.length
  expect([share > 0.4, share < 0.6]).toEqual([true, true])
  const texts = faults.flatMap(fault =>
    fault.type === 'rule' && fault.rule.action.type === 'status' ? (fault.rule.action.text ?? false) : [],
  )
  expect(new Set(texts)).toEqual(new Set([true, false]))
})
