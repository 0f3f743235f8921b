import { expect, test } from 'vitest'
import { isOlder, newestOf, oldestOf } from './versions.ts'

test('the oldest and the newest resourceVersion; "" is older than any', () => {
  expect([newestOf(['9', '10', '']), oldestOf(['9', '10']), oldestOf(['9', '', '10'])]).toEqual([
    '10',
    '9',
    '',
  ])
  expect([newestOf([]), oldestOf([])]).toEqual(['', ''])
  expect([isOlder('abc', '9'), isOlder('', '9'), isOlder('9', '')]).toEqual([false, true, false])
})
