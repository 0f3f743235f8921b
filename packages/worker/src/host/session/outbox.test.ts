import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { podRow } from '../../test/rows.ts'
import { StubCluster } from '../../test/stub-cluster.ts'
import type { BatchMessage } from '../../wire/protocol.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import { Outbox } from './outbox.ts'

function start() {
  const clock = new FakeClock()
  const batches: BatchMessage[] = []
  const outbox = new Outbox({ clock, informers: {} as InformerQuota, send: batch => batches.push(batch) })
  const stubs = new Map<number, StubCluster>()
  const subscribe = (id: number) => {
    const stub = new StubCluster()
    stubs.set(id, stub)
    outbox.subscribe(stub.cluster, { type: 'subscribe', id, subscription: { resource: 'pods' } })
  }
  let version = 0
  /** Changes a slice. */
  const change = (id: number) => stubs.get(id)?.view.show([podRow('a/x', ++version)], String(version))
  const ids = () => batches.map(({ updates }) => updates.map(({ id }) => id))
  const settle = () => clock.settle()
  const releases = () => [...stubs.values()].map(({ view }) => view.releases)
  return { outbox, subscribe, change, ids, settle, batches, releases }
}

test('changes are sent together in a later task, in the order of the subscriptions that changed', async () => {
  const { subscribe, change, ids, settle, batches } = start()
  for (const id of [1, 2, 3]) subscribe(id)
  change(3)
  change(1)
  change(3)
  expect(ids()).toEqual([])
  await settle()
  expect(ids()).toEqual([[1, 3]])
  expect(batches[0]).toEqual({ type: 'batch', updates: expect.any(Array) })
})

test('one batch is in flight; the next one has what changed meanwhile', async () => {
  const { outbox, subscribe, change, ids, settle } = start()
  for (const id of [1, 2]) subscribe(id)
  change(1)
  await settle()
  change(2)
  change(1)
  await settle()
  expect(ids()).toEqual([[1]])
  outbox.acknowledged()
  await settle()
  expect(ids()).toEqual([[1], [2, 1]])
  outbox.acknowledged()
  await settle()
  expect(ids()).toHaveLength(2)
})

test('a subscription that ends is released, and sends nothing', async () => {
  const { outbox, subscribe, change, ids, settle, releases } = start()
  for (const id of [1, 2]) subscribe(id)
  change(1)
  outbox.unsubscribe(1)
  outbox.unsubscribe(1)
  outbox.unsubscribe(9)
  await settle()
  expect([ids(), releases()]).toEqual([[], [1, 0]])
  change(1)
  await settle()
  expect(ids()).toEqual([])
  change(2)
  outbox.close()
  await settle()
  expect([ids(), releases()]).toEqual([[], [1, 1]])
})

test('a subscription replaces another one with its id', async () => {
  const { subscribe, outbox, releases } = start()
  subscribe(1)
  const [before] = [releases()]
  const stub = new StubCluster()
  outbox.subscribe(stub.cluster, { type: 'subscribe', id: 1, subscription: { resource: 'pods' } })
  expect([before, releases(), stub.view.releases]).toEqual([[0], [1], 0])
})

test('a call answers once the page has applied what had changed before', async () => {
  const { outbox, subscribe, change, settle } = start()
  const applied: string[] = []
  const whenApplied = (name: string) => outbox.whenApplied(() => applied.push(name))
  whenApplied('nothing')
  expect(applied).toEqual(['nothing'])
  subscribe(1)
  // It is new, and has nothing to send yet.
  whenApplied('new')
  expect(applied).toHaveLength(1)
  await settle()
  expect(applied).toEqual(['nothing', 'new'])
  change(1)
  whenApplied('dirty')
  await settle()
  expect(applied).toHaveLength(2)
  whenApplied('in flight')
  change(1)
  whenApplied('both')
  outbox.acknowledged()
  expect(applied.slice(2)).toEqual(['dirty', 'in flight'])
  await settle()
  expect(applied).toHaveLength(4)
  outbox.acknowledged()
  expect(applied.slice(4)).toEqual(['both'])
})

test('a call answers if what had changed is closed before it was sent', async () => {
  const { outbox, subscribe, change, settle } = start()
  const applied: string[] = []
  for (const id of [1, 2]) subscribe(id)
  await settle()
  change(1)
  await settle()
  change(2)
  outbox.whenApplied(() => applied.push('done'))
  outbox.unsubscribe(2)
  outbox.acknowledged()
  expect(applied).toEqual(['done'])
})
