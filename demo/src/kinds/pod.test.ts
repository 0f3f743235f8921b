import { expect, test } from 'vitest'
import { type Pod, readyOf, restartsOf, statusOf, toneOf } from './pod.ts'

const container = { name: 'app', ready: true, restartCount: 2 }
const running: Pod = {
  metadata: { namespace: 'a', name: 'b' },
  spec: { containers: [{ name: 'app' }, { name: 'sidecar' }] },
  status: { phase: 'Running', containerStatuses: [container, { ...container, ready: false }] },
}

test('a healthy Pod shows its phase', () => {
  expect([statusOf(running), readyOf(running), restartsOf(running)]).toEqual(['Running', '1/2', 4])
})

test('the problem of a container takes precedence over the phase', () => {
  const crashing = { ...container, state: { waiting: { reason: 'CrashLoopBackOff' } } }
  const pod: Pod = { ...running, status: { phase: 'Running', containerStatuses: [container, crashing] } }
  expect(statusOf(pod)).toBe('CrashLoopBackOff')
  expect(toneOf(statusOf(pod))).toBe('bad')
})

test('a Pod with a deletionTimestamp is terminating', () => {
  const pod: Pod = { ...running, metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }
  expect(statusOf(pod)).toBe('Terminating')
})

test('a Pod without a status is unknown', () => {
  expect(statusOf({})).toBe('Unknown')
})
