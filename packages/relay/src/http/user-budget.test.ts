import { isTooManyRequests } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { UserBudget } from './user-budget.ts'

function budget() {
  const users = new UserBudget({ limit: 3, share: 2, what: 'requests' })
  /** The function that gives a part back, or the message of the rejection. */
  const take = (user: string): (() => void) | string => {
    try {
      return users.take(user)
    } catch (error) {
      expect(isTooManyRequests(error)).toBe(true)
      return (error as Error).message
    }
  }
  return (user: string) => {
    const taken = take(user)
    return typeof taken === 'string' ? { rejected: taken, giveBack() {} } : { giveBack: taken }
  }
}

const SHARE_USED = 'this user has too many requests'
const LIMIT_REACHED = 'the relay has too many requests'

test('each user has a share, and all have the limit together', () => {
  const take = budget()
  const first = take('alice')
  take('alice')
  expect(take('alice')).toMatchObject({ rejected: SHARE_USED })
  const last = take('bob')
  expect(last).not.toHaveProperty('rejected')
  expect(take('bob')).toMatchObject({ rejected: LIMIT_REACHED })
  last.giveBack()
  // The share is used up still.
  expect(take('alice')).toMatchObject({ rejected: SHARE_USED })
  first.giveBack()
  expect(take('alice')).not.toHaveProperty('rejected')
})

test('a part is given back once', () => {
  const take = budget()
  const [first] = [take('alice'), take('alice'), take('bob')]
  first?.giveBack()
  first?.giveBack()
  expect(take('alice')).not.toHaveProperty('rejected')
  expect(take('alice')).toMatchObject({ rejected: LIMIT_REACHED })
  expect(take('carol')).toMatchObject({ rejected: LIMIT_REACHED })
})

test('a rejected user takes no part of the limit', () => {
  const take = budget()
  const [first, second] = [take('alice'), take('alice')]
  for (let tries = 0; tries < 5; tries++) take('alice')
  expect(take('bob')).not.toHaveProperty('rejected')
  first?.giveBack()
  second?.giveBack()
  expect([take('bob'), take('carol')].map(taken => 'rejected' in taken)).toEqual([false, false])
})
