import { expect, test } from 'vitest'
import { staleExceptions, withoutExceptions } from './exceptions.ts'

const EXCEPTION = { feature: 'api.WebSocket', file: 'packages/a.ts', reason: 'optional' }
const use = (feature: string, file: string) => ({ feature, file: `/root/${file}`, line: 1 })

test('an exception covers a feature and what is below it, in one source', () => {
  const covered = [use('api.WebSocket', 'packages/a.ts'), use('api.WebSocket.WebSocket', 'packages/a.ts')]
  const others = [use('api.WebSocketStream', 'packages/a.ts'), use('api.WebSocket', 'packages/b.ts')]
  expect(withoutExceptions([...covered, ...others], [EXCEPTION])).toEqual(others)
})

test('an exception without a use is stale', () => {
  expect(staleExceptions([use('api.WebSocket', 'packages/a.ts')], [EXCEPTION])).toEqual([])
  expect(staleExceptions([use('api.WebSocket', 'packages/b.ts')], [EXCEPTION])).toEqual([EXCEPTION])
})
