import { expect, it, test } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { checkWindow } from './check-window.ts'

it.each([
  undefined,
  { offset: 0, limit: 0 },
  { limit: 1 },
  { offset: undefined, limit: 1 },
  { offset: 5, limit: Number.POSITIVE_INFINITY },
  { anchor: 'a/b', limit: 1 },
  { anchor: 'a/b', before: 2, limit: 1 },
])('accepts %j', window => {
  expect(() => checkWindow({ window })).not.toThrow()
})

test.each([
  [{ offset: -1, limit: 1 }, 'window.offset must be a number of rows, got -1'],
  [{ offset: 0, limit: 1.5 }, 'window.limit must be a number of rows, got 1.5'],
  [{ offset: 0 }, 'window.limit must be a number of rows, got undefined'],
  [{ anchor: 5, limit: 1 }, 'window.anchor must be the key of an object, got 5'],
  [{ anchor: 'a', before: '1', limit: 1 }, 'window.before must be a number of rows, got "1"'],
])('rejects %j', (window, message) => {
  expect(() => checkWindow({ window: window as Slice['window'] })).toThrow(message)
})
