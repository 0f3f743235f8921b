import { StatusError } from '@kube-informer/core'
import { leases } from '@kube-informer/core/resources'
import { beforeAll, expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'
import { LeaseLostError } from './lease-lost-error.ts'

beforeAll(() => TestElection.warmUp())

/** An election that candidate `a` has won, at the second 0. */
async function won(options: Parameters<TestElection['candidate']>[1] = {}) {
  const election = new TestElection()
  const candidate = election.candidate('a', options)
  void candidate.run()
  await election.clock.settle()
  return { election, ...candidate }
}

const outage = { action: { type: 'status', code: 500 } } as const

test('T-LE-16: renewals do not read the lease', async () => {
  const { election, metrics } = await won()
  await election.clock.advance(4000)
  expect(election.requests).toEqual(['get', 'create', 'update', 'update'])
  expect(metrics).toEqual(['l 0', 'l 1'])
})

test('T-LE-17: a renewal that conflicts reads the lease and writes it again', async () => {
  const { election, elector, metrics } = await won()
  await election.clock.advance(2000)
  election.put(election.spec, { labels: { edited: 'yes' } })
  await election.clock.advance(4000)
  expect(election.requests).toEqual(['get', 'create', 'update', 'update', 'get', 'update', 'update'])
  expect([elector.isLeader, election.lease?.metadata?.labels]).toEqual([true, { edited: 'yes' }])
  expect(metrics).toEqual(['l 0', 'l 1', 'l slow'])
})

test('C-LE-7: a leader survives an outage that is shorter than the renew deadline', async () => {
  const { election, elector } = await won()
  const end = election.server.faults.add(outage)
  await election.clock.advance(8000)
  end()
  // One update and one get each two seconds.
  expect(election.requests.slice(2)).toHaveLength(8)
  await election.clock.advance(20_000)
  expect(elector.isLeader).toBe(true)
  expect(election.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 0 })
})

test('C-LE-5: requests that hang end the leadership at the renew deadline', async () => {
  const { calls, election, outcome, timedCalls, signal } = await won()
  const aborted: number[] = []
  election.fetch = (_url, init) => {
    init?.signal?.addEventListener('abort', () => aborted.push(election.now))
    return new Promise(() => {})
  }
  await election.clock.advance(11_999)
  expect(calls).toEqual(['leader a', 'started'])
  await election.clock.advance(1)
  expect(timedCalls.slice(2)).toEqual(['12 aborted', '12 stopped'])
  // A request that hangs is repeated after half of the deadline.
  expect(aborted).toEqual([7, 12])
  expect(signal().reason).toBeInstanceOf(LeaseLostError)
  expect(outcome()).toMatchObject({ message: 'leader election lost', code: 'LeaseLostError' })
  expect(election.clock.pendingTimers).toBe(0)
})

test('a slow server does not extend the leadership: its time counts from the request', async () => {
  const { election, timedCalls } = await won()
  election.server.faults.add({ times: 1, action: { type: 'delay', ms: 4000 } })
  // Sent at 2 s, answered at 6 s.
  await election.clock.advance(6000)
  election.server.faults.add(outage)
  await election.clock.advance(60_000)
  expect(timedCalls.at(-1)).toBe('14 stopped')
})

test('a lost lease has the last error as its cause, and nothing is sent after the end', async () => {
  const { election, outcome, events, metrics } = await won({ releaseOnCancel: true })
  election.server.faults.add(outage)
  await election.clock.advance(12_000)
  expect(outcome()).toMatchObject({
    why: 'the lease could not be renewed in time',
    cause: expect.any(StatusError),
  })
  const sent = election.requests.length
  await election.clock.advance(60_000)
  expect(election.requests).toHaveLength(sent)
  expect(events).toEqual(['a became leader', 'a stopped leading'])
  expect(metrics.filter(each => each !== 'l slow')).toEqual(['l 0', 'l 1', 'l 0'])
})

test('whole seconds bound the leadership: 1.9 seconds are one second for the others', async () => {
  const durations = { leaseDurationMs: 1900, renewDeadlineMs: 1500, retryPeriodMs: 500 }
  const { election, timedCalls } = await won(durations)
  election.server.faults.add(outage)
  await election.clock.advance(5000)
  expect(timedCalls.at(-1)).toBe('1 stopped')
})

test('a lease that another writer gave to another holder is lost at once', async () => {
  const { calls, election, outcome } = await won({ releaseOnCancel: true })
  election.put({ ...election.spec, holderIdentity: 'b' })
  await election.clock.advance(2000)
  expect(calls).toEqual(['leader a', 'started', 'aborted', 'stopped', 'leader b'])
  expect(outcome()).toMatchObject({ why: 'another process holds the lease, or it was released' })
  expect(election.spec.holderIdentity).toBe('b')
})

test('a lease whose holder was cleared is lost at once', async () => {
  const { calls, election } = await won()
  election.put({ ...election.spec, holderIdentity: '' })
  await election.clock.advance(2000)
  expect(calls).toEqual(['leader a', 'started', 'aborted', 'stopped', 'leader '])
})

test('a lease that was deleted is created again; one that another process has created is lost', async () => {
  const { election, elector } = await won()
  const remove = () => election.client.delete(leases, { namespace: 'default', name: 'l' })
  await remove()
  await election.clock.advance(2000)
  expect([elector.isLeader, election.spec.holderIdentity]).toEqual([true, 'a'])
  await remove()
  election.put({ holderIdentity: 'b', leaseDurationSeconds: 15 })
  await election.clock.advance(2000)
  expect([elector.isLeader, election.spec.holderIdentity]).toEqual([false, 'b'])
})

test('a lease that was edited keeps its transitions, up to the largest number', async () => {
  const election = new TestElection()
  election.put({ holderIdentity: 'b', leaseDurationSeconds: 0, leaseTransitions: 2 ** 31 - 1 })
  const { elector, run } = election.candidate('a')
  void run()
  await election.clock.settle()
  expect([elector.isLeader, election.spec.leaseTransitions]).toEqual([true, 2 ** 31 - 1])
})

test('C-LE-14: the error of the function ends the leadership', async () => {
  const error = new Error('mine')
  const onStartedLeading = async () => {
    throw error
  }
  const { calls, election, outcome } = await won({ onStartedLeading, releaseOnCancel: true })
  expect(outcome()).toBe(error)
  expect(calls).toEqual(['leader a', 'stopped', 'leader '])
  expect([election.spec.holderIdentity, election.clock.pendingTimers]).toEqual(['', 0])

  const kept = await won({ onStartedLeading })
  expect([kept.outcome(), kept.election.spec.holderIdentity]).toEqual([error, 'a'])
})

test('a function that returns does not end the leadership', async () => {
  const { election, elector, abort, outcome } = await won({ onStartedLeading: () => {} })
  await election.clock.advance(60_000)
  expect(elector.isLeader).toBe(true)
  abort()
  await election.clock.settle()
  expect([elector.isLeader, outcome()]).toEqual([false, 'resolved'])
})

test('C-LE-15: each holder is reported once, and the metric follows the leadership', async () => {
  const election = new TestElection()
  election.put({ holderIdentity: 'other', leaseDurationSeconds: 5 })
  const { abort, calls, metrics, run } = election.candidate('a', { releaseOnCancel: true })
  void run()
  await election.clock.advance(4000)
  expect([calls, metrics]).toEqual([['leader other'], ['l 0']])
  await election.clock.advance(20_000)
  expect([calls, metrics]).toEqual([
    ['leader other', 'leader a', 'started'],
    ['l 0', 'l 1'],
  ])
  abort()
  await election.clock.settle()
  expect(calls.slice(3)).toEqual(['aborted', 'stopped', 'leader '])
  expect(metrics).toEqual(['l 0', 'l 1', 'l 0'])
})
