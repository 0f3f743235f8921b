import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { EventCorrelator, type EventFacts } from './events/event-correlator.ts'
import { RecentMap } from './events/recent-map.ts'

const MINUTE_MS = 60_000
const FACTS: EventFacts = {
  component: 'kubelet',
  uid: '1',
  fieldPath: '',
  type: 'Normal',
  reason: 'Pulled',
  message: 'm',
}

let clock: FakeClock
let correlator: EventCorrelator
beforeEach(() => {
  clock = new FakeClock()
  correlator = new EventCorrelator(clock)
})

const message = (more: Partial<EventFacts>) => correlator.correlate({ ...FACTS, ...more })?.message

test('equal Events have one identity, others have their own', () => {
  const identity = (more: Partial<EventFacts> = {}) => correlator.correlate({ ...FACTS, ...more })?.identity
  const first = identity()
  expect(identity()).toBe(first)
  const others: readonly Partial<EventFacts>[] = [
    ...[
      { component: 'x' },
      { uid: '2' },
      { fieldPath: 'spec' },
      { type: 'Warning' },
      { reason: 'x' },
      { message: 'x' },
    ],
  ]
  expect(new Set([first, ...others.map(identity)]).size).toBe(7)
})

test('from the tenth different message within ten minutes on, Events of a kind are combined', async () => {
  for (let index = 1; index < 10; index++) expect(message({ message: `m${index}` })).toBe(`m${index}`)
  expect(message({ message: 'm10' })).toBe('(combined from similar events): m10')
  expect(message({ message: 'm1' })).toBe('(combined from similar events): m1')
  expect(message({ message: 'm11', reason: 'x' })).toBe('m11')
  await clock.advance(10 * MINUTE_MS)
  expect(message({ message: 'm12' })).toBe('(combined from similar events): m12')
  await clock.advance(10 * MINUTE_MS + 1)
  expect(message({ message: 'm13' })).toBe('m13')
})

test('of one object, a component reports 25 Events at once, then one in five minutes', async () => {
  const isReported = (uid = '1', component = 'kubelet') => message({ uid, component }) !== undefined
  for (let index = 0; index < 25; index++) expect(isReported()).toBe(true)
  expect([isReported(), isReported('2'), isReported('1', 'scheduler')]).toEqual([false, true, true])
  await clock.advance(5 * MINUTE_MS - 1)
  expect(isReported()).toBe(false)
  await clock.advance(1)
  expect([isReported(), isReported()]).toEqual([true, false])
  await clock.advance(100 * 5 * MINUTE_MS)
  expect(Array.from({ length: 30 }, () => isReported()).filter(Boolean)).toHaveLength(25)
})

test('a full map forgets the entry that was set longest ago', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  expect(map.get('a')).toBe(1)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})
