import { createFakeLocks } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { Election } from './election.ts'

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

function electorate() {
  const locks = createFakeLocks()
  const tab = (
    name: string,
    given: ConstructorParameters<typeof Election>[0]['locks'] = locks.agent(name),
  ) => {
    const events: string[] = []
    const election = new Election({
      ...{ locks: given, name: 'lead' },
      onElected: preempted => events.push(preempted ? 'elected by preemption' : 'elected'),
      onDeposed: () => events.push('deposed'),
      onRejected: reason => events.push(reason),
    })
    return { election, events }
  }
  return { locks, tab }
}

test('tabs lead in the order in which they stand, each until it withdraws', async () => {
  const { locks, tab } = electorate()
  const [a, b] = [tab('a'), tab('b')]
  expect(a.election.standing).toBe(false)
  a.election.stand()
  expect(a.election.standing).toBe(true)
  a.election.stand()
  b.election.stand()
  await settled()
  expect([a.events, a.election.standing, b.events, b.election.standing]).toEqual([
    ['elected'],
    false,
    [],
    true,
  ])
  expect([locks.holders('lead'), locks.waiters('lead')]).toEqual([['a'], ['b']])
  a.election.withdraw()
  a.election.withdraw()
  await settled()
  expect([a.events, b.events, locks.holders('lead')]).toEqual([['elected'], ['elected'], ['b']])
})

test('a tab that withdraws before it is elected leaves the queue without an event', async () => {
  const { locks, tab } = electorate()
  const [a, b] = [tab('a'), tab('b')]
  a.election.stand()
  b.election.stand()
  await settled()
  b.election.withdraw()
  await settled()
  expect([b.events, b.election.standing, locks.waiters('lead')]).toEqual([[], false, []])
  a.election.withdraw()
  const c = tab('c')
  c.election.stand()
  c.election.withdraw()
  await settled()
  expect([c.events, locks.holders('lead')]).toEqual([[], []])
})

test('a tab that steals the lead deposes the leader, which can stand again', async () => {
  const { locks, tab } = electorate()
  const [a, b] = [tab('a'), tab('b')]
  a.election.stand()
  b.election.stand()
  await settled()
  a.election.steal()
  b.election.steal()
  await settled()
  expect([a.events, b.events]).toEqual([['elected', 'deposed'], ['elected by preemption']])
  expect([locks.holders('lead'), locks.waiters('lead')]).toEqual([['b'], []])
  a.election.stand()
  await settled()
  expect([a.election.standing, locks.waiters('lead')]).toEqual([true, ['a']])
})

test('a tab without locks takes no part, and says why', async () => {
  const { tab } = electorate()
  const a = tab('a', { request: () => Promise.reject(new Error('not on this origin')) })
  a.election.stand()
  await settled()
  const rejected = 'this tab cannot take part in the leader election: Error: not on this origin'
  expect([a.events, a.election.standing]).toEqual([[rejected], false])
})
