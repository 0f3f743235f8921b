import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DueHeap } from './due-heap.ts'

test('values come out by their times, and in the order of the pushes if these are equal', () => {
  // A number is pushed with that time; undefined pops.
  const steps = fc.array(fc.option(fc.nat(5), { nil: undefined }), { minLength: 20, maxLength: 80 })
  fc.assert(
    fc.property(steps, times => {
      const heap = new DueHeap<number>()
      let expected: { time: number; value: number }[] = []
      for (const [value, time] of times.entries()) {
        if (time !== undefined) {
          heap.push(time, value)
          expected.push({ time, value })
        } else {
          const [first] = expected.toSorted((a, b) => a.time - b.time)
          expect(heap.earliest).toBe(first?.time)
          expect(heap.pop()).toBe(first?.value)
          expected = expected.filter(other => other !== first)
        }
        expect(heap.size).toBe(expected.length)
      }
      heap.clear()
      expect([heap.size, heap.earliest, heap.pop()]).toEqual([0, undefined, undefined])
    }),
  )
})
