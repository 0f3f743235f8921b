import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TimeHeap } from './time-heap.ts'

interface Timed {
  readonly id: number
  place: number
}

const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), time: fc.nat(100) }),
  fc.record({ do: fc.constant('delete' as const), id: fc.nat(40) }),
  fc.record({ do: fc.constant('take' as const), now: fc.nat(100) }),
)

test('a heap gives what is due, in its order, and nothing that was taken away', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), steps => {
      const heap = new TimeHeap<Timed>({
        get: value => value.place,
        set: (value, place) => {
          value.place = place
        },
      })
      const all: Timed[] = []
      const times = new Map<Timed, number>()
      for (const each of steps) {
        if (each.do === 'add') {
          const value = { id: all.length, place: -1 }
          all.push(value)
          times.set(value, each.time)
          heap.add(value, each.time)
        } else if (each.do === 'delete') {
          const value = all[each.id]
          if (value) heap.delete(value)
          if (value) times.delete(value)
        } else {
          const due = heap.takeDue(each.now)
          const expected = [...times].filter(([, time]) => time <= each.now)
          expect(due.map(value => times.get(value))).toEqual(
            expected.map(([, time]) => time).toSorted((a, b) => a - b),
          )
          expect(new Set(due)).toEqual(new Set(expected.map(([value]) => value)))
          for (const value of due) times.delete(value)
        }
        expect(heap.size).toBe(times.size)
        expect(heap.earliest).toBe(times.size === 0 ? undefined : Math.min(...times.values()))
      }
    }),
    { numRuns: 300 },
  )
})
