import { beforeAll, expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'

beforeAll(() => TestElection.warmUp())

/** A candidate whose server keeps the fields of coordinated leases: the fake one drops them, as with the feature off. */
async function coordinated(holderIdentity: string, options: Parameters<TestElection['candidate']>[1] = {}) {
  const election = new TestElection()
  election.put({
    holderIdentity,
    leaseDurationSeconds: 5,
    leaseTransitions: 2,
    strategy: 'OldestEmulationVersion',
  })
  const candidate = election.candidate('a', { coordinated: true, ...options })
  const sent: unknown[] = []
  election.fetch = (url, init) => {
    if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)).spec)
    return election.server.fetch(String(url), init)
  }
  void candidate.run()
  await election.clock.settle()
  return { election, sent, ...candidate }
}

test('T-LE-9: only the process that the coordinator has selected leads', async () => {
  const other = await coordinated('other')
  await other.election.clock.advance(60_000)
  expect([other.elector.isLeader, other.sent]).toEqual([false, []])
  const { elector, sent } = await coordinated('a')
  expect(elector.isLeader).toBe(true)
  expect(sent).toMatchObject([
    { holderIdentity: 'a', leaseTransitions: 2, strategy: 'OldestEmulationVersion' },
  ])
})

test('T-LE-9: a missing or expired lease is neither created nor taken over', async () => {
  const election = new TestElection()
  const { calls, run } = election.candidate('a', { coordinated: true })
  void run()
  await election.clock.advance(10_000)
  expect([election.lease, calls]).toEqual([undefined, []])
})

test('each renewal reads the lease, and the end of the term is a loss', async () => {
  const { calls, election, elector, outcome } = await coordinated('a')
  await election.clock.advance(20_000)
  expect(elector.isLeader).toBe(true)
  expect(election.requests.slice(0, 6)).toEqual(['get', 'update', 'get', 'update', 'get', 'update'])
  election.put({ ...election.spec, preferredHolder: 'b' })
  await election.clock.advance(2000)
  expect(calls.slice(2)).toEqual(['aborted', 'stopped'])
  expect(outcome()).toMatchObject({ why: 'the coordinator has ended the term' })
})

test('a lease that the coordinator deleted is lost', async () => {
  const { calls, election } = await coordinated('a')
  if (election.lease) election.server.delete(election.lease)
  await election.clock.advance(2000)
  expect([calls.slice(2), election.lease]).toEqual([['aborted', 'stopped'], undefined])
})
