import type { Event } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { groupEvents } from './group-events.ts'

const event = (reason: string, minute: number, more: Partial<Event> = {}): Event => ({
  metadata: { name: `${reason}-${minute}` },
  involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web', uid: 'u' },
  type: 'Normal',
  reason,
  message: `message ${minute}`,
  firstTimestamp: `2026-01-01T00:${minute}:00Z`,
  lastTimestamp: `2026-01-01T00:${minute}:30Z`,
  ...more,
})

test('repeated reasons are one group with the last message, the newest first', () => {
  const groups = groupEvents([event('BackOff', 10, { count: 3 }), event('Pulled', 12), event('BackOff', 20)])
  expect(groups.map(({ reason, count, message }) => [reason, count, message])).toEqual([
    ['BackOff', 4, 'message 20'],
    ['Pulled', 1, 'message 12'],
  ])
  expect(groups[0]?.firstSeen).toBe('2026-01-01T00:10:00Z')
  expect(groups[0]?.lastSeen).toBe('2026-01-01T00:20:30Z')
})

test('different objects and types are different groups', () => {
  const other = { kind: 'Pod', namespace: 'shop', name: 'api', uid: 'v' }
  const events = [
    event('A', 10),
    event('A', 11, { type: 'Warning' }),
    event('A', 12, { involvedObject: other }),
  ]
  expect(groupEvents(events)).toHaveLength(3)
})

test('an Event of the new API counts its series', () => {
  const series = { count: 7, lastObservedTime: '2026-01-01T00:40:00Z' }
  expect(groupEvents([event('A', 10, { series })])[0]).toMatchObject({
    count: 7,
    lastSeen: '2026-01-01T00:40:00Z',
  })
})
