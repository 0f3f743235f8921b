import { expect, test } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

const budget = () => new ByteBudget({ limit: 10, share: 6, what: 'bytes in flight' })
const TOO_MANY = { code: 429, message: 'this user has too many bytes in flight' }

test('a user may have its share in use, and no byte more', () => {
  const take = budget().of('alice')
  take(4)
  const giveBack = take(2)
  expect(() => take(1)).toThrow(expect.objectContaining(TOO_MANY))
  giveBack()
  take(2)
  expect(() => take(1)).toThrow(expect.objectContaining(TOO_MANY))
})

test('all users together may have the limit in use, and no byte more', () => {
  const bytes = budget()
  bytes.of('alice')(6)
  const giveBack = bytes.of('bob')(4)
  const message = 'the relay has too many bytes in flight'
  expect(() => bytes.of('carol')(1)).toThrow(expect.objectContaining({ code: 429, message }))
  giveBack()
  bytes.of('carol')(4)
  expect(() => bytes.of('bob')(1)).toThrow(expect.objectContaining({ code: 429, message }))
})
