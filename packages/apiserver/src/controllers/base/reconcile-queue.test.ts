import { StatusError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { ReconcileQueue } from './reconcile-queue.ts'

function setUp(reconcile: (key: string) => void = () => {}) {
  const clock = new FakeClock()
  const start = clock.now()
  const done: string[] = []
  const queue = new ReconcileQueue({
    clock,
    reconcile: key => {
      done.push(`${key} at ${clock.now() - start}`)
      reconcile(key)
    },
  })
  return { clock, queue, done }
}

test('keys that are added within 10 ms are reconciled together, each once', async () => {
  const { clock, queue, done } = setUp()
  queue.add('a')
  await clock.advance(3)
  queue.add('b')
  queue.add('a')
  await clock.advance(30)
  expect(done).toEqual(['a at 10', 'b at 10'])
  expect(clock.pendingTimers).toBe(0)
})

test('a later reconcile is brought forward', async () => {
  const { clock, queue, done } = setUp()
  queue.addAfter('a', 1_000)
  queue.addAfter('a', 100)
  await clock.advance(500)
  expect(done).toEqual(['a at 100'])
})

test('a later reconcile takes place although the key was reconciled before', async () => {
  const { clock, queue, done } = setUp()
  queue.addAfter('a', 1_000)
  queue.add('a')
  await clock.advance(2_000)
  expect(done).toEqual(['a at 10', 'a at 1000'])
})

test('a rejected write is repeated with backoff', async () => {
  let failures = 3
  const { clock, queue, done } = setUp(() => {
    if (failures-- > 0) throw new StatusError({ code: 409, reason: 'Conflict' })
  })
  queue.add('a')
  await clock.advance(1_000)
  expect(done).toEqual(['a at 10', 'a at 20', 'a at 40', 'a at 80'])
})

test('keys are reconciled in each later run, and a success ends the backoff', async () => {
  let failures = 2
  const { clock, queue, done } = setUp(() => {
    if (failures-- > 0) throw new StatusError({ code: 409, reason: 'Conflict' })
  })
  queue.add('a')
  await clock.advance(100)
  failures = 1
  queue.add('a')
  await clock.advance(100)
  expect(done).toEqual(['a at 10', 'a at 20', 'a at 40', 'a at 110', 'a at 120'])
})

test('a fault of the controller is an uncaught error, is not repeated, and other keys are reconciled', async () => {
  const fault = new TypeError('not a function')
  const { clock, queue, done } = setUp(key => {
    if (key === 'a') throw fault
  })
  queue.add('a')
  queue.add('b')
  await expect(clock.advance(100)).rejects.toBe(fault)
  await clock.advance(1_000)
  expect(done).toEqual(['a at 10', 'b at 10'])
})
