import { expect, test } from 'vitest'
import { sample } from './sample.ts'

const ALL = Array.from({ length: 100 }, (_, at) => at)

test('a seed takes the same items, each once; another seed takes others', () => {
  const taken = sample(ALL, 20, 7)
  expect(new Set(taken).size).toBe(20)
  expect(sample(ALL, 20, 7)).toEqual(taken)
  expect(sample(ALL, 20, 8)).not.toEqual(taken)
})

test('a sample of more than there is takes all', () => {
  expect(sample(ALL, 1000, 7).toSorted((a, b) => a - b)).toEqual(ALL)
})
