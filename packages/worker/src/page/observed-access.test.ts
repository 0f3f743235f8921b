import { ConnectionError, UsageError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { expect, it } from 'vitest'
import type { AccessDecision } from '../api/access.ts'
import { AccessObservers } from './access-observers.ts'
import type { Calls } from './calls.ts'
import { UNKNOWN_ACCESS } from './observed-access.ts'

const DELETE = { verb: 'delete', resource: 'pods', namespace: 'default' } as const

function rig(answer: (times: number) => AccessDecision | Error) {
  const clock = new FakeClock()
  const asked: unknown[] = []
  const ask: Calls['ask'] = async request => {
    asked.push(request)
    const result = answer(asked.length)
    if (result instanceof Error) throw result
    return result
  }
  return { clock, asked, access: new AccessObservers({ ask } as Calls, clock) }
}

it('asks for its first subscriber, and again every two minutes while there is one', async () => {
  const { clock, asked, access } = rig(times => ({ allowed: times < 3 }))
  const observer = access.observe(DELETE)
  expect(access.observe({ namespace: 'default', resource: 'pods', verb: 'delete' })).toBe(observer)
  await clock.settle()
  expect([asked.length, observer.getState()]).toEqual([0, UNKNOWN_ACCESS])
  const states: unknown[] = []
  const stop = observer.subscribe(() => states.push(observer.getState().allowed))
  const stopOther = observer.subscribe(() => {})
  expect(states).toEqual([])
  await clock.advance(120_000)
  expect(asked).toEqual([
    { verb: 'access', resource: 'pods', action: 'delete', at: { namespace: 'default' } },
    { verb: 'access', resource: 'pods', action: 'delete', at: { namespace: 'default' } },
  ])
  expect(states).toEqual([true])
  stopOther()
  await clock.advance(120_000)
  expect(states).toEqual([true, false])
  stop()
  expect(clock.pendingTimers).toBe(0)
})

it('asks again soon when the host has ended, and reports what cannot be asked', async () => {
  const answers = [
    new ConnectionError('gone'),
    { allowed: true },
    new UsageError('there is no resource "podz"'),
  ] as const
  const { clock, access } = rig(times => answers[times - 1] ?? { allowed: false })
  const observer = access.observe(DELETE)
  observer.subscribe(() => {})
  await clock.settle()
  expect(observer.getState()).toEqual({ allowed: undefined })
  await clock.advance(1_000)
  expect(observer.getState()).toEqual({ allowed: true })
  await clock.advance(120_000)
  expect(observer.getState()).toEqual({
    allowed: false,
    evaluationError: 'there is no resource "podz"',
  })
})

it('knows nothing after the end of the connection, and asks no more', async () => {
  const { clock, asked, access } = rig(() => ({ allowed: true }))
  const observer = access.observe(DELETE)
  observer.subscribe(() => {})
  await clock.settle()
  access.end()
  expect(observer.getState()).toBe(UNKNOWN_ACCESS)
  const later = access.observe({ ...DELETE, verb: 'get' })
  later.subscribe(() => {})
  await clock.advance(600_000)
  expect([later.getState(), asked.length, clock.pendingTimers]).toEqual([UNKNOWN_ACCESS, 2, 0])
})

it('forgets observers without subscribers when there are many', async () => {
  const { access } = rig(() => ({ allowed: true }))
  const used = access.observe(DELETE)
  used.subscribe(() => {})
  const unused = access.observe({ ...DELETE, name: 'n0' })
  for (let i = 1; i < 1_000; i++) access.observe({ ...DELETE, name: `n${i}` })
  expect(access.observe(DELETE)).toBe(used)
  expect(access.observe({ ...DELETE, name: 'n0' })).not.toBe(unused)
})
