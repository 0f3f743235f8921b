import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fifo } from './fifo.ts'

test.each([1, 15, 16, 17, 32, 33, 100])(
  '%d items come out in their order, wherever the ring begins',
  count => {
    for (let before = 0; before < 20; before++) {
      const queue = new Fifo<number>()
      for (let item = 0; item < before; item++) queue.push(-1)
      for (let item = 0; item < before; item++) expect(queue.shift()).toBe(-1)
      for (let item = 0; item < count; item++) queue.push(item)
      expect(queue.length).toBe(count)
      expect(Array.from({ length: count }, () => queue.shift())).toEqual(
        Array.from({ length: count }, (_, at) => at),
      )
      expect([queue.length, queue.shift(), queue.length]).toEqual([0, undefined, 0])
    }
  },
)

test('a queue is a list of which the first items are taken', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 50, maxLength: 200 }), pushes => {
      const queue = new Fifo<number>()
      const list: number[] = []
      for (const [item, isPush] of pushes.entries()) {
        if (isPush) {
          queue.push(item)
          list.push(item)
        } else expect(queue.shift()).toBe(list.shift())
        expect(queue.length).toBe(list.length)
      }
    }),
    { numRuns: 50 },
  )
})
