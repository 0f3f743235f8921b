import { isAlreadyExists, isConflict, isNotFound } from '@kube-informer/core'
import { beforeAll, expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'
import {
  type LeaderElectionRecord,
  recordOfSpec,
  recordText,
  specOfRecord,
} from './leader-election-record.ts'
import { LeaseLock, type LeaseLockOptions } from './lease-lock.ts'

beforeAll(() => TestElection.warmUp())

const record: LeaderElectionRecord = {
  holderIdentity: 'a',
  leaseDurationSeconds: 15,
  acquireTime: '2026-01-01T00:00:00.123456Z',
  renewTime: '2026-01-01T00:00:01.000000Z',
  leaderTransitions: 2,
  strategy: '',
  preferredHolder: '',
}

function locked(options: Partial<LeaseLockOptions> = {}) {
  const election = new TestElection()
  const { client } = election
  return {
    election,
    lock: new LeaseLock({ client, namespace: 'default', name: 'l', identity: 'a', ...options }),
  }
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    error => error,
  )

test('T-LE-10: a record is written and read without a change', () => {
  const coordinated = { ...record, strategy: 'OldestEmulationVersion', preferredHolder: 'b' }
  for (const each of [record, coordinated]) {
    const spec = specOfRecord(each)
    expect(recordOfSpec(spec)).toEqual(each)
    expect(specOfRecord(recordOfSpec(spec))).toEqual(spec)
  }
})

test('T-LSL-1: a missing lease is NotFound; the record of an existing one equals what was created', async () => {
  const { lock } = locked()
  expect(isNotFound(await errorOf(lock.get()))).toBe(true)
  await lock.create(record)
  const read = await lock.get()
  expect(read).toEqual(record)
  expect(JSON.parse(recordText(read))).toEqual(record)
})

test('T-LSL-2: events name the identity; without a recorder nothing happens', () => {
  const events: unknown[] = []
  const { lock } = locked({ events: { event: (...call) => void events.push(call) } })
  lock.recordEvent('became leader')
  const lease = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { namespace: 'default', name: 'l' },
  }
  expect(events).toEqual([[lease, 'Normal', 'LeaderElection', 'a became leader']])
  expect(() => locked().lock.recordEvent('became leader')).not.toThrow()
})

test('T-LSL-3: a second create and an update before a read fail', async () => {
  const { lock } = locked()
  await expect(lock.update(record)).rejects.toThrow('lease not initialized, call get or create first')
  await lock.create(record)
  expect(isAlreadyExists(await errorOf(lock.create(record)))).toBe(true)
})

test('T-LSL-4: the description is the namespace and the name', () => {
  expect(locked().lock.describe()).toBe('default/l')
})

test('T-LSL-6: neither the lease nor the lock needs labels', async () => {
  const { election, lock } = locked({ labels: { app: 'x' } })
  election.put(specOfRecord(record))
  await lock.get()
  await lock.update(record)
  expect(election.lease?.metadata?.labels).toEqual({ app: 'x' })
  const plain = locked()
  await plain.lock.create(record)
  await plain.lock.update({ ...record, leaderTransitions: 3 })
  expect([plain.election.lease?.metadata?.labels, plain.election.spec.leaseTransitions]).toEqual([
    undefined,
    3,
  ])
})

test('T-LSL-7: an update restores the labels of the lock and keeps others', async () => {
  const { election, lock } = locked({ labels: { app: 'x' } })
  election.put(specOfRecord(record), { labels: { app: 'changed', extra: 'yes' } })
  await lock.get()
  await lock.update(record)
  expect(election.lease?.metadata?.labels).toEqual({ app: 'x', extra: 'yes' })
})

test('an update fails if the lease has changed since it was read', async () => {
  const { election, lock } = locked()
  await lock.create(record)
  election.put({ ...specOfRecord(record), holderIdentity: 'b' })
  expect(isConflict(await errorOf(lock.update(record)))).toBe(true)
})

test('a read that ends after its abort does not affect the next update', async () => {
  const { election, lock } = locked()
  await lock.create(record)
  const controller = new AbortController()
  election.fetch = async (url, init) => {
    election.put({ ...specOfRecord(record), holderIdentity: 'b' })
    const answer = await election.server.fetch(String(url), { ...init, signal: null })
    controller.abort()
    return answer
  }
  await errorOf(lock.get({ signal: controller.signal }))
  election.fetch = (url, init) => election.server.fetch(String(url), init)
  expect(isConflict(await errorOf(lock.update(record)))).toBe(true)
  expect(election.spec.holderIdentity).toBe('b')
})
