import { UsageError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'
import type { LeaderElectorOptions } from './elector-options.ts'
import { LeaderElector } from './leader-elector.ts'

function errorOf(options: Partial<Record<keyof LeaderElectorOptions, unknown>>): string {
  const { lock } = new TestElection().candidate('a')
  const valid = { lock, onStartedLeading: () => {}, onStoppedLeading: () => {} }
  try {
    new LeaderElector({ ...valid, ...options } as LeaderElectorOptions)
    return ''
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return error.message
  }
}

/** Durations in seconds: lease, renew deadline, retry period. */
const durations = (lease: number, renew: number, retry: number) =>
  errorOf({ leaseDurationMs: lease * 1000, renewDeadlineMs: renew * 1000, retryPeriodMs: retry * 1000 })

test("C-LE-1: options that are not safe are rejected with client-go's texts", () => {
  expect(durations(10, 10, 2)).toBe('leaseDuration must be greater than renewDeadline')
  expect(durations(10, 15, 2)).toBe('leaseDuration must be greater than renewDeadline')
  expect(durations(15, 2.4, 2)).toBe('renewDeadline must be greater than retryPeriod*JitterFactor')
  expect(durations(0, -1, -2)).toBe('leaseDuration must be greater than zero')
  expect(durations(15, 0, -1)).toBe('renewDeadline must be greater than zero')
  expect(durations(15, 10, 0)).toBe('retryPeriod must be greater than zero')
  expect(errorOf({ onStartedLeading: undefined })).toBe('OnStartedLeading callback must not be nil')
  expect(errorOf({ onStoppedLeading: undefined })).toBe('OnStoppedLeading callback must not be nil')
  expect(errorOf({ lock: undefined })).toBe('Lock must not be nil.')
})

test('C-LE-1: the first broken rule is reported', () => {
  expect(errorOf({ leaseDurationMs: 1, lock: undefined })).toBe(
    'leaseDuration must be greater than renewDeadline',
  )
  expect(errorOf({ onStartedLeading: undefined, lock: undefined })).toBe(
    'OnStartedLeading callback must not be nil',
  )
})

test('T-LE-15: the defaults are valid, and an empty identity is not', () => {
  expect([errorOf({}), durations(15, 10, 2)]).toEqual(['', ''])
  expect(errorOf({ lock: { identity: '' } })).toBe('Lock identity is empty')
})

test('numbers that are no durations are rejected', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])
    expect(errorOf({ leaseDurationMs: bad })).toMatch(/^leaseDuration must be/)
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(errorOf({ renewDeadlineMs: bad })).toMatch(/must be greater than/)
    expect(errorOf({ retryPeriodMs: bad })).toMatch(/must be greater than/)
  }
  expect(errorOf({ requestTimeoutMs: 0 })).toBe('requestTimeout must be greater than zero')
  expect(errorOf({ requestTimeoutMs: Number.POSITIVE_INFINITY })).toBe(
    'requestTimeout must be at most 2147483647ms',
  )
  expect(errorOf({ stopTimeoutMs: Number.POSITIVE_INFINITY })).toBe(
    'stopTimeout must be at most 2147483647ms',
  )
  expect(errorOf({ stopTimeoutMs: -1 })).toBe('stopTimeout must not be negative')
})
