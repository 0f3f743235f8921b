import { withResolvers } from '@kube-informer/core/internal'
import { leases } from '@kube-informer/core/resources'
import { beforeAll, expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'

beforeAll(() => TestElection.warmUp())

type Options = NonNullable<Parameters<TestElection['candidate']>[1]>

/** A leader that releases its lease. */
async function leading(options: Options = {}) {
  const election = new TestElection()
  const candidate = election.candidate('a', { releaseOnCancel: true, ...options })
  void candidate.run()
  await election.clock.advance(4000)
  return { election, ...candidate }
}

/** Another process writes the lease between two requests of ours. */
function writeBefore(election: TestElection, method: string, write: () => void, times = 1): void {
  let left = times
  election.fetch = (url, init) => {
    if ((init?.method ?? 'GET') === method && left-- > 0) write()
    return election.server.fetch(String(url), init)
  }
}

test('T-LE-11, T-LE-12: a release reads the lease first, clears the holder and reports it', async () => {
  const { abort, calls, election, elector, outcome } = await leading()
  const sent = election.requests.length
  abort()
  await election.clock.settle()
  expect(election.requests.slice(sent)).toEqual(['get', 'update'])
  const now = '2026-01-01T00:00:04.000000Z'
  expect(election.spec).toEqual({
    holderIdentity: '',
    leaseDurationSeconds: 1,
    leaseTransitions: 0,
    acquireTime: now,
    renewTime: now,
  })
  expect([calls.slice(2), elector.leader, outcome()]).toEqual([
    ['aborted', 'stopped', 'leader '],
    '',
    'resolved',
  ])
  expect(election.clock.pendingTimers).toBe(0)
})

test('C-LE-10: a candidate takes over at its next attempt after a release', async () => {
  const { abort, election } = await leading()
  const { run, timedCalls } = election.candidate('b', { random: () => 1 })
  void run()
  await election.clock.advance(100)
  abort()
  await election.clock.advance(4400)
  expect(timedCalls).toEqual(['4 leader a', '8.4 leader b', '8.4 started'])
  expect(election.spec.leaseTransitions).toBe(1)
})

test('without the option the lease runs out by itself', async () => {
  const { abort, election, outcome } = await leading({ releaseOnCancel: false })
  abort()
  await election.clock.settle()
  expect([outcome(), election.spec.holderIdentity]).toEqual(['resolved', 'a'])
})

test('T-LE-13, C-LE-11: a release that conflicts is repeated', async () => {
  const { abort, election, outcome } = await leading()
  writeBefore(election, 'PUT', () => election.put(election.spec, { labels: { at: `${Math.random()}` } }), 3)
  abort()
  await election.clock.advance(100)
  expect([outcome(), election.spec.holderIdentity]).toEqual(['resolved', ''])
})

test('C-LE-11: a release gives up at the renew deadline', async () => {
  for (const hangs of [true, false]) {
    const { abort, election, outcome } = await leading()
    election.fetch = () => (hangs ? new Promise(() => {}) : Promise.reject(new TypeError('unreachable')))
    abort()
    await election.clock.advance(9999)
    expect(outcome()).toBeUndefined()
    await election.clock.advance(1)
    expect([outcome(), election.clock.pendingTimers]).toEqual(['resolved', 0])
  }
})

test('a release does not clear the lease of a process that has taken over', async () => {
  const { abort, election } = await leading()
  const takeOver = () => election.put({ ...election.spec, holderIdentity: 'b' })
  takeOver()
  abort()
  await election.clock.settle()
  expect(election.spec.holderIdentity).toBe('b')

  const late = await leading()
  writeBefore(late.election, 'PUT', () => late.election.put({ ...late.election.spec, holderIdentity: 'b' }))
  late.abort()
  await late.election.clock.advance(1000)
  expect(late.election.spec.holderIdentity).toBe('b')
})

test('a release of a lease that was deleted does not create it', async () => {
  const { abort, election, outcome } = await leading()
  await election.client.delete(leases, { namespace: 'default', name: 'l' })
  abort()
  await election.clock.settle()
  expect([outcome(), election.lease]).toEqual(['resolved', undefined])
})

test.for(['PUT', 'GET'])('T-LE-14: a cancellation during a renewal (%s) releases the lease', async method => {
  const { abort, calls, election, events, outcome } = await leading()
  if (method === 'GET') election.put(election.spec, { labels: { edited: 'yes' } })
  election.fetch = async (url, init) => {
    // The server carries the write out, and the answer is lost.
    const answer = await election.server.fetch(String(url), { ...init, signal: null })
    if ((init?.method ?? 'GET') !== method) return answer
    election.fetch = (...request) => election.server.fetch(String(request[0]), request[1])
    abort()
    return new Promise(() => {})
  }
  await election.clock.advance(2000)
  expect(calls.slice(2)).toEqual(['aborted', 'stopped', 'leader '])
  expect([election.spec.holderIdentity, outcome()]).toEqual(['', 'resolved'])
  expect(events).toEqual(['a became leader', 'a stopped leading'])
})

test('a candidate that is cancelled while its first write is in flight releases what it may hold', async () => {
  const election = new TestElection()
  const { abort, calls, outcome, run } = election.candidate('a', { releaseOnCancel: true })
  election.fetch = async (url, init) => {
    const answer = await election.server.fetch(String(url), { ...init, signal: null })
    if (init?.method === 'POST') abort()
    return answer
  }
  void run()
  await election.clock.advance(10)
  expect([calls, outcome(), election.spec.holderIdentity]).toEqual([['stopped'], 'resolved', ''])
})

test('the lease is released after the function has ended', async () => {
  const end = withResolvers<void>()
  const { abort, calls, election, outcome } = await leading({ onStartedLeading: () => end.promise })
  abort()
  await election.clock.advance(5000)
  expect([calls.slice(1), outcome(), election.spec.holderIdentity]).toEqual([['stopped'], undefined, 'a'])
  end.resolve()
  await election.clock.settle()
  expect([outcome(), election.spec.holderIdentity]).toEqual(['resolved', ''])
})

test('a function that does not end is waited for up to the stop timeout, and keeps the lease', async () => {
  const options = { onStartedLeading: () => new Promise<void>(() => {}), stopTimeoutMs: 3000 }
  const { abort, election, errors, outcome } = await leading(options)
  abort()
  await election.clock.advance(2999)
  expect(outcome()).toBeUndefined()
  await election.clock.advance(1)
  expect([outcome(), election.spec.holderIdentity, errors.length]).toEqual(['resolved', 'a', 1])
})

test('an error of the function after the abort does not fail the run', async () => {
  const onStartedLeading = (signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('while stopping')))
    })
  const { abort, election, errors, outcome } = await leading({ onStartedLeading })
  abort()
  await election.clock.settle()
  expect([outcome(), election.spec.holderIdentity]).toEqual(['resolved', ''])
  expect(errors).toMatchObject([{ message: 'while stopping' }])
})
