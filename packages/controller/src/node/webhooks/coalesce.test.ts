import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

test('calls during a run cause one more run, and wait for it', async () => {
  const ends: (() => void)[] = []
  const run = coalesce(() => new Promise<void>(resolve => void ends.push(resolve)))
  const calls = [run(), run(), run()]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await Promise.all(calls)
  expect(ends).toHaveLength(2)
  void run()
  expect(ends).toHaveLength(3)
})
