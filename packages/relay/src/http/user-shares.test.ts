import { StatusError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { UserShares } from './user-shares.ts'

const shares = (share: number) => new UserShares({ share, what: 'watches' })
const isRefused = (take: () => unknown): boolean => {
  try {
    take()
    return false
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    expect([error.code, error.message]).toEqual([429, 'this user has too many watches'])
    return true
  }
}

test('a user takes no more than the share, and others are not affected', () => {
  const users = shares(2)
  const give = [users.take('alice'), users.take('alice')]
  expect([isRefused(() => users.take('alice')), isRefused(() => users.take('bob'))]).toEqual([true, false])
  give[0]?.()
  expect([isRefused(() => users.take('alice')), isRefused(() => users.take('alice'))]).toEqual([false, true])
})

test('the same thing counts once, until it was given back as often as it was taken', () => {
  const users = shares(1)
  const thing = {}
  const give = [users.take('alice', thing), users.take('alice', thing)]
  expect(isRefused(() => users.take('alice', {}))).toBe(true)
  give[0]?.()
  expect([isRefused(() => users.take('alice', {})), isRefused(() => users.take('alice', thing))]).toEqual([
    true,
    false,
  ])
  give[1]?.()
  expect(isRefused(() => users.take('alice', {}))).toBe(true)
})

test('a share that was given back completely can be taken again', () => {
  const users = shares(1)
  users.take('alice', 'thing')()
  const give = users.take('alice', 'other')
  expect(isRefused(() => users.take('alice', 'thing'))).toBe(true)
  give()
  expect(isRefused(() => users.take('alice', 'thing'))).toBe(false)
})

test('no share is refused always', () => {
  expect(isRefused(() => shares(0).take('alice'))).toBe(true)
})
