import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { Rotating } from './rotating.ts'

/** Values 1, 2, 3, …, each valid for one second. */
function createCounter(keepStale: boolean) {
  const clock = new FakeClock()
  let loads = 0
  let failing = false
  const rotating = new Rotating({
    load: async () => {
      if (failing) throw new Error('no more')
      return { value: ++loads, expiresAt: clock.now() + 1_000 }
    },
    clock,
    keepStale,
  })
  return {
    clock,
    rotating,
    loads: () => loads,
    fail: () => {
      failing = true
    },
  }
}

test('the rejection of a value that has been replaced is ignored', async () => {
  const { rotating, loads } = createCounter(false)
  const first = await rotating.current()
  rotating.refuse(first)
  const second = await rotating.current()
  rotating.refuse(first)
  expect(await rotating.current()).toBe(second)
  expect(loads()).toBe(2)
})

test.each([[true], [false]])('an expired value stays in use if keepStale is %s', async keepStale => {
  const { clock, rotating, fail } = createCounter(keepStale)
  await rotating.current()
  fail()
  await clock.advance(1_000)
  if (keepStale) expect(await rotating.current()).toBe(1)
  else await expect(rotating.current()).rejects.toThrow('no more')
})

test('a rejected value is not used again', async () => {
  const { rotating, fail } = createCounter(true)
  rotating.refuse(await rotating.current())
  fail()
  await expect(rotating.current()).rejects.toThrow('no more')
})
