import { sleep } from '@kube-informer/core'
import { beforeAll, expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'
import { LeaseLostError } from './lease-lost-error.ts'

beforeAll(() => TestElection.warmUp())

/** A leader whose function looks at its signal each 100 ms. */
async function working(options: Parameters<TestElection['candidate']>[1] = {}) {
  const election = new TestElection()
  const seen: string[] = []
  const onStartedLeading = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      seen.push(`work at ${election.now + election.suspendedMs / 1000}`)
      await sleep(election.clock, 100)
    }
    seen.push('aborted')
  }
  const candidate = election.candidate('a', { ...options, onStartedLeading })
  void candidate.run()
  // The work is due before the renewal at 4 s and before the deadline at 14 s.
  await election.clock.advance(3750)
  seen.length = 0
  return { election, seen, ...candidate }
}

test('C-LE-16: work that is due before the timers of the lease sees the aborted signal after a suspension', async () => {
  const { election, elector, outcome, seen } = await working()
  const sent = election.requests.length
  election.suspend(60_000)
  await election.clock.advance(50)
  expect(seen).toEqual(['aborted'])
  expect(elector.isLeader).toBe(false)
  await election.clock.advance(60_000)
  expect(election.requests).toHaveLength(sent)
  expect(outcome()).toBeInstanceOf(LeaseLostError)
})

test('C-LE-16: no renewal is sent after a suspension', async () => {
  const election = new TestElection()
  const { calls, run } = election.candidate('a')
  void run()
  await election.clock.advance(3950)
  const sent = election.requests.length
  election.suspend(60_000)
  await election.clock.advance(50)
  expect([calls.slice(2), election.requests.length]).toEqual([['aborted', 'stopped'], sent])
})

test('C-LE-16: the monotonic clock alone ends the leadership if the wall clock was set back', async () => {
  let monotonicMs = 0
  const { election, seen } = await working({ monotonicNow: () => monotonicMs })
  election.suspend(-3_600_000)
  monotonicMs = 60_000
  await election.clock.advance(50)
  expect(seen).toEqual(['aborted'])
})

test('C-LE-16: the wall clock alone ends the leadership if the monotonic clock stopped during the sleep', async () => {
  const { election, seen } = await working({ monotonicNow: () => 0 })
  election.suspend(60_000)
  await election.clock.advance(50)
  expect(seen).toEqual(['aborted'])
})

test('a leader that was suspended for a short time goes on', async () => {
  const { election, elector, seen } = await working()
  election.suspend(7000)
  await election.clock.advance(1000)
  expect([elector.isLeader, seen.includes('aborted')]).toEqual([true, false])
})

test('the guarded signal is an AbortSignal: throwIfAborted and derived signals follow it', async () => {
  const election = new TestElection()
  const { run, signal } = election.candidate('a')
  void run()
  await election.clock.advance(1000)
  const derived = AbortSignal.any([signal()])
  expect(() => signal().throwIfAborted()).not.toThrow()
  election.suspend(60_000)
  expect(() => signal().throwIfAborted()).toThrow('leader election lost')
  expect([signal() instanceof AbortSignal, derived.aborted]).toEqual([true, true])
  await election.clock.settle()
})
