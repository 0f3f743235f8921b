import { expect, test } from 'vitest'
import { PendingSockets } from './pending-sockets.ts'

test('by default 32 of an address, and 1,024 in total', () => {
  const pending = new PendingSockets({})
  const added = (address: string) =>
    Array.from({ length: 40 }, () => pending.add(address)).filter(Boolean).length
  const counts = Array.from({ length: 33 }, (_, index) => added(`10.0.0.${index}`))
  expect(counts).toEqual([...Array.from({ length: 32 }, () => 32), 0])
})

test('a socket counts until it is removed, once', () => {
  const pending = new PendingSockets({ maxPendingPerAddress: 1, maxPending: 2 })
  const remove = pending.add('a')
  expect([pending.add('a'), typeof pending.add('b'), pending.add('c')]).toEqual([
    undefined,
    'function',
    undefined,
  ])
  remove?.()
  remove?.()
  expect([typeof pending.add('c'), pending.add('d')]).toEqual(['function', undefined])
})

test('sockets of an unknown address count in total only', () => {
  const pending = new PendingSockets({ maxPendingPerAddress: 1, maxPending: 3 })
  expect([1, 2, 3, 4].map(() => pending.add(undefined) !== undefined)).toEqual([true, true, true, false])
})

test('one socket that is removed makes room for one other of its address', () => {
  const pending = new PendingSockets({ maxPendingPerAddress: 2, maxPending: 9 })
  const [first, second] = [pending.add('a'), pending.add('a')]
  const fits = () => pending.add('a') !== undefined
  first?.()
  expect([fits(), fits()]).toEqual([true, false])
  second?.()
  expect([fits(), fits()]).toEqual([true, false])
})
