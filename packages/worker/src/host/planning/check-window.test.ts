import { expect, it, test } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { checkWindow } from './check-window.ts'

it.each([
  undefined,
  { offset: 0, limit: 0 },
  { offset: 5, limit: Number.POSITIVE_INFINITY },
  { anchor: 'a/b', limit: 1 },
  { anchor: 'a/b', before: 2, limit: 1 },
])('accepts %j', window => {
  expect(() => checkWindow({ window })).not.toThrow()
})

test.each([
  [{ limit: 1 }, 'window.offset is a number of rows, not undefined'],
  [{ offset: -1, limit: 1 }, 'window.offset is a number of rows, not -1'],
  [{ offset: 0, limit: 1.5 }, 'window.limit is a number of rows, not 1.5'],
  [{ offset: 0 }, 'window.limit is a number of rows, not undefined'],
  [{ anchor: 5, limit: 1 }, 'window.anchor is the key of an object, not 5'],
  [{ anchor: 'a', before: '1', limit: 1 }, 'window.before is a number of rows, not "1"'],
])('rejects %j', (window, message) => {
  expect(() => checkWindow({ window: window as Slice['window'] })).toThrow(message)
})
