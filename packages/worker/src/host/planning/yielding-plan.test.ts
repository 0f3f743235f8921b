import { expect, test, vi } from 'vitest'
import { NO_VIEW } from '../views/status-view.ts'
import { YieldingPlan, type YieldingPlanOptions } from './yielding-plan.ts'

function start() {
  const state = { hasWider: false }
  let usable = () => {}
  const stops: string[] = []
  const informers = {
    hasWider: vi.fn(() => state.hasWider),
    openWider: vi.fn(() => NO_VIEW),
    subscribeUsable: vi.fn((_definition: unknown, listener: () => void) => {
      usable = listener
      return () => stops.push('usable')
    }),
  }
  const widening = { add: vi.fn(() => () => stops.push('widening')) }
  const part = { definition: 'pods' }
  const plan = new YieldingPlan({ informers, widening, part } as unknown as YieldingPlanOptions)
  return { plan, state, stops, informers, widening, part, usable: () => usable() }
}

test('opens a wider informer, if there is one, and has no other way', () => {
  const { plan, informers, part } = start()
  const user = { onRows() {}, onStatus() {} }
  expect([plan.open(user), plan.takesOver]).toEqual([NO_VIEW, false])
  expect(informers.openWider.mock.calls).toEqual([[part, user]])
  const { version } = plan
  plan.forbidden()
  expect(plan.version).toBe(version)
})

test('changes when a wider informer can be used, and takes part in the widening until the end', () => {
  const { plan, state, stops, informers, widening, part, usable } = start()
  const listener = vi.fn()
  const { version } = plan
  const end = plan.subscribe(listener)
  expect(informers.subscribeUsable.mock.calls[0]?.[0]).toBe('pods')
  expect(widening.add.mock.calls).toEqual([[part]])
  usable()
  expect([plan.version, listener.mock.calls.length]).toEqual([version, 0])
  state.hasWider = true
  usable()
  expect([plan.version === version, listener.mock.calls.length]).toEqual([false, 1])
  expect(stops).toEqual([])
  end()
  expect(stops).toEqual(['usable', 'widening'])
})
