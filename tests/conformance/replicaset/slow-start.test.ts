import { expect, test } from 'vitest'
import { slowStart } from './slow-start.ts'

/** Counts the calls of each batch: all calls of one batch start before the first of them ends. */
function counting(failsAt = Number.POSITIVE_INFINITY) {
  const batches: number[] = []
  let [calls, inFlight] = [0, 0]
  const work = async () => {
    if (inFlight++ === 0) batches.push(0)
    batches.push((batches.pop() ?? 0) + 1)
    const call = ++calls
    await Promise.resolve()
    inFlight--
    if (call === failsAt) throw new Error(`call ${call} failed`)
  }
  return { batches, work }
}

test.each([
  [0, []],
  [1, [1]],
  [2, [1, 1]],
  [10, [1, 2, 4, 3]],
])('%i calls are made in batches that double', async (count, expected) => {
  const { batches, work } = counting()
  await slowStart(count, work)
  expect(batches).toEqual(expected)
})

test('the batch of a failure ends, and none follows', async () => {
  const { batches, work } = counting(2)
  await expect(slowStart(10, work)).rejects.toThrow('call 2 failed')
  expect(batches).toEqual([1, 2])
})
