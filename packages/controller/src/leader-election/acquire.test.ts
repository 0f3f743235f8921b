import { beforeAll, expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'

beforeAll(() => TestElection.warmUp())

const AGES_AGO = '2020-01-01T00:00:00.000000Z'

test('C-LE-2: the duration is written in whole seconds, and less than one second is refused', async () => {
  const seconds = async (leaseDurationMs: number) => {
    const election = new TestElection()
    const durations = { leaseDurationMs, renewDeadlineMs: leaseDurationMs * 0.8, retryPeriodMs: 200 }
    void election.candidate('a', durations).run()
    await election.clock.settle()
    return election.spec.leaseDurationSeconds
  }
  expect([await seconds(15_000), await seconds(1500), await seconds(1000)]).toEqual([15, 1, 1])
  await expect(seconds(999)).rejects.toThrow('leaseDuration must be at least 1s')
})

test('T-LE-2: a lease without a record is acquired', async () => {
  const election = new TestElection()
  election.put({})
  void election.candidate('a').run()
  await election.clock.settle()
  expect(election.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 1 })
})

test('T-LE-4: a record without a holder is acquired at once', async () => {
  const election = new TestElection()
  election.put({ holderIdentity: '', leaseDurationSeconds: 3600, renewTime: '2099-01-01T00:00:00.000000Z' })
  void election.candidate('a').run()
  await election.clock.settle()
  expect(election.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 1 })
})

test('T-LE-6, T-LE-8: the lease of another holder is not written until it was unchanged for its duration', async () => {
  const election = new TestElection()
  election.put({ holderIdentity: 'other', leaseDurationSeconds: 7, renewTime: AGES_AGO, leaseTransitions: 3 })
  const { calls, elector, run } = election.candidate('a')
  void run()
  await election.clock.advance(6900)
  expect([calls, elector.leader, elector.isLeader]).toEqual([['leader other'], 'other', false])
  expect(new Set(election.requests)).toEqual(new Set(['get']))
  await election.clock.advance(1100)
  expect(calls).toEqual(['leader other', 'leader a', 'started'])
  expect([election.spec.holderIdentity, election.spec.leaseTransitions]).toEqual(['a', 4])
})

test('T-LE-7: the own lease is renewed', async () => {
  const election = new TestElection()
  const acquireTime = '2025-12-31T00:00:00.000000Z'
  election.put({ holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime, leaseTransitions: 5 })
  const { elector, metrics, run } = election.candidate('a')
  void run()
  await election.clock.settle()
  expect(election.spec).toMatchObject({ holderIdentity: 'a', acquireTime, leaseTransitions: 5 })
  expect([elector.isLeader, metrics]).toEqual([true, ['l 0', 'l slow', 'l 1']])
})

test('C-LE-3: a takeover rebuilds the spec and keeps the metadata', async () => {
  const election = new TestElection()
  const metadata = { labels: { app: 'x' }, annotations: { note: 'mine' } }
  election.put({ holderIdentity: '', strategy: 'OldestEmulationVersion', preferredHolder: 'b' }, metadata)
  void election.candidate('a').run()
  await election.clock.settle()
  const now = '2026-01-01T00:00:00.000000Z'
  expect(election.spec).toEqual({
    holderIdentity: 'a',
    leaseDurationSeconds: 15,
    leaseTransitions: 1,
    acquireTime: now,
    renewTime: now,
  })
  expect(election.lease?.metadata).toMatchObject(metadata)
})

test('C-LE-8: a candidate never gives up', async () => {
  const election = new TestElection()
  election.server.faults.add({ times: 50, action: { type: 'status', code: 500 } })
  const slowest = election.candidate('a', { random: () => 1 - Number.EPSILON })
  void slowest.run()
  await election.clock.advance(4400 * 49)
  expect(election.requests).toHaveLength(50)
  election.put({ holderIdentity: 'other', leaseDurationSeconds: 15 })
  await election.clock.advance(4400)
  expect(slowest.elector.leader).toBe('other')
  await election.clock.advance(20_000)
  expect([slowest.elector.isLeader, slowest.errors.length]).toEqual([true, 50])
})

test('C-LE-8: the waits are between one and 2.2 retry periods', async () => {
  const countOf = async (random: number) => {
    const election = new TestElection()
    election.put({ holderIdentity: 'other', leaseDurationSeconds: 3600 })
    void election.candidate('a', { random: () => random }).run()
    await election.clock.advance(44_000)
    return election.requests.length
  }
  expect([await countOf(0), await countOf(1)]).toEqual([23, 11])
})

test('C-LE-13: a candidate that is cancelled stops without having started', async () => {
  const election = new TestElection()
  election.put({ holderIdentity: 'other', leaseDurationSeconds: 15 })
  const { abort, calls, outcome, run } = election.candidate('a')
  void run()
  await election.clock.advance(5000)
  abort()
  await election.clock.settle()
  expect([calls, outcome()]).toEqual([['leader other', 'stopped'], 'resolved'])
  expect(election.clock.pendingTimers).toBe(0)

  const late = election.candidate('b')
  late.abort()
  await late.run()
  expect([late.calls, late.outcome()]).toEqual([['stopped'], 'resolved'])
})

test('a request of a candidate that hangs is given up after half of the renew deadline', async () => {
  const election = new TestElection()
  election.fetch = () => new Promise(() => {})
  const { elector, errors, run } = election.candidate('a')
  void run()
  await election.clock.advance(4999)
  expect(errors).toEqual([])
  await election.clock.advance(1)
  expect(errors).toMatchObject([{ message: 'no answer within 5000 ms' }])
  election.fetch = (url, init) => election.server.fetch(String(url), init)
  await election.clock.advance(2000)
  expect(elector.isLeader).toBe(true)
})

test('a wall clock that is set forward does not make a candidate take over early', async () => {
  const election = new TestElection()
  election.put({ holderIdentity: 'other', leaseDurationSeconds: 15 })
  const { elector, run } = election.candidate('a', { monotonicNow: () => election.clock.now() })
  void run()
  await election.clock.advance(5000)
  election.suspend(3_600_000)
  await election.clock.advance(9000)
  expect(elector.isLeader).toBe(false)
  await election.clock.advance(2000)
  expect(elector.isLeader).toBe(true)
})

test('a process that was suspended while it acquired does not lead by that write', async () => {
  const election = new TestElection()
  const sent: string[] = []
  election.fetch = async (url, init) => {
    const response = await election.server.fetch(String(url), init)
    sent.push(init?.method ?? 'GET')
    if (sent.length === 2) election.suspend(60_000)
    return response
  }
  const { calls, run } = election.candidate('a')
  void run()
  await election.clock.settle()
  expect(calls).toEqual(['leader a'])
  await election.clock.advance(2000)
  expect([calls, sent]).toEqual([
    ['leader a', 'started'],
    ['GET', 'POST', 'GET', 'PUT'],
  ])
})

test('an elector runs once at a time', async () => {
  const election = new TestElection()
  const { abort, elector, run } = election.candidate('a')
  const running = run()
  await expect(elector.run(new AbortController().signal)).rejects.toThrow('the elector of lease l is running')
  await election.clock.settle()
  abort()
  await running
})
