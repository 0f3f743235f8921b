import { expect, test } from 'vitest'
import { TimeSlice } from './time-slice.ts'

function setUp() {
  const state = { now: 10_000 }
  const slice = new TimeSlice({ now: () => state.now, yieldToHost: async () => {} })
  return { state, slice }
}

test('a slice ends after 4 ms of work', async () => {
  const { state, slice } = setUp()
  expect(slice.pause(false)).toBeUndefined()
  state.now += 3
  expect(slice.pause(false)).toBeUndefined()
  state.now += 1
  await expect(slice.pause(false)).resolves.toBeUndefined()
  state.now += 3
  expect(slice.pause(false)).toBeUndefined()
})

test('a slice ends when the clock is set back', async () => {
  const { state, slice } = setUp()
  expect(slice.pause(false)).toBeUndefined()
  state.now -= 9_000
  await expect(slice.pause(false)).resolves.toBeUndefined()
  state.now += 3
  expect(slice.pause(false)).toBeUndefined()
})
