import { expect, test } from 'vitest'
import { median, pairingsOf, quantile, range, ratiosOf, spread } from './statistics.ts'

test('the median is the middle value, or the mean of the middle two', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([7])).toBe(7)
  expect(median([])).toBeNaN()
})

test('the median ignores an outlier and does not change its input', () => {
  const samples = [10, 11, 9000, 12, 10]
  expect(median(samples)).toBe(11)
  expect(samples).toEqual([10, 11, 9000, 12, 10])
})

test('quantiles are interpolated', () => {
  expect(quantile([0, 10], 0.25)).toBe(2.5)
  expect(quantile([1, 2, 3, 4, 5], 0.75)).toBe(4)
})

test('the spread is half the interquartile range, as a share of the median', () => {
  expect(spread([90, 95, 100, 105, 110])).toBeCloseTo(0.05)
  expect(spread([5, 5, 5])).toBe(0)
})

test('the range is half the distance between minimum and maximum, as a share of the median', () => {
  expect(range([90, 100, 120])).toBeCloseTo(0.15)
  expect(range([7])).toBe(0)
})

test('a ratio compares samples of the same round, so a slow round does not distort it', () => {
  const floor = [100, 100, 400]
  const contender = [200, 210, 800]
  expect(ratiosOf(contender, floor)).toEqual([2, 2.1, 2])
  expect(ratiosOf(floor, floor)).toEqual([1, 1, 1])
})

test('a round without a floor sample is ignored', () => {
  expect(ratiosOf([10, 20, 30], [5, 0])).toEqual([2])
  expect(ratiosOf([10], [])).toEqual([])
})

test('pairings are all combinations of a value and a floor value', () => {
  expect(pairingsOf([2, 4], [1, 2])).toEqual([2, 1, 4, 2])
  expect(pairingsOf([2], [])).toEqual([])
})
