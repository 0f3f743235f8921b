import { expect, test } from 'vitest'
import { PageBuffer } from './page-buffer.ts'

const PENDING = 'pending'
const outcomeOf = (promise: Promise<unknown>) =>
  Promise.race([promise, new Promise(resolve => setImmediate(resolve, PENDING))])

test.each([0, 1, 2])('a buffer of %d pages blocks its producer beyond them', async capacity => {
  const buffer = new PageBuffer<number>(capacity)
  for (let page = 0; page < capacity; page++) expect(await outcomeOf(buffer.put(page))).toBeUndefined()
  const blocked = buffer.put(capacity)
  expect(await outcomeOf(blocked)).toBe(PENDING)
  expect(await buffer.take()).toBe(0)
  expect(await outcomeOf(blocked)).toBeUndefined()
})

test('a consumer waits for the next page, and gets undefined after the last', async () => {
  const buffer = new PageBuffer<string>(5)
  const first = buffer.take()
  expect(await outcomeOf(first)).toBe(PENDING)
  await buffer.put('a')
  await buffer.put('b')
  expect([await first, await buffer.take()]).toEqual(['a', 'b'])
  const last = buffer.take()
  expect(await outcomeOf(last)).toBe(PENDING)
  buffer.end()
  expect([await last, await buffer.take()]).toEqual([undefined, undefined])
})

test('an error follows the pages before it', async () => {
  const buffer = new PageBuffer<string>(5)
  await buffer.put('a')
  buffer.fail(new Error('broken'))
  expect(await buffer.take()).toBe('a')
  await expect(buffer.take()).rejects.toThrow('broken')
  const waiting = new PageBuffer<string>(5)
  const taken = waiting.take()
  waiting.fail(new Error('later'))
  await expect(taken).rejects.toThrow('later')
})

test('a producer whose consumer has stopped is not blocked', async () => {
  const buffer = new PageBuffer<string>(0)
  const blocked = buffer.put('a')
  buffer.release()
  expect(await outcomeOf(blocked)).toBeUndefined()
  expect(await outcomeOf(buffer.put('b'))).toBeUndefined()
})
