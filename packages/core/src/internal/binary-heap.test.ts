import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BinaryHeap } from './binary-heap.ts'

interface Item {
  due: number
  index: number
}

const createHeap = () =>
  new BinaryHeap<Item>({
    less: (a, b) => a.due < b.due,
    onMove: (item, index) => {
      item.index = index
    },
  })

test('items come out in order, whatever is pushed, replaced and removed', () => {
  const action = fc.tuple(fc.constantFrom('push', 'pop', 'remove', 'replace'), fc.nat(20), fc.nat(1000))
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), actions => {
      const heap = createHeap()
      const expected = new Set<Item>()
      for (const [name, due, random] of actions) {
        const index = expected.size > 0 ? random % expected.size : -1
        const item = { due, index: -1 }
        if (name === 'push') {
          heap.push(item)
          expected.add(item)
        } else if (name === 'pop') {
          const popped = heap.pop()
          if (popped) expect(popped.due).toBe(Math.min(...[...expected].map(other => other.due)))
          if (popped) expected.delete(popped)
        } else if (index >= 0 && name === 'remove') {
          const removed = heap.removeAt(index)
          expect(removed.index).toBe(-1)
          expected.delete(removed)
        } else if (index >= 0) {
          const replaced = heap.items[index]
          if (replaced) expected.delete(replaced)
          heap.replaceAt(index, item)
          expected.add(item)
        }
        expect(new Set(heap.items)).toEqual(expected)
        for (const [place, { index: noted }] of heap.items.entries()) expect(noted).toBe(place)
      }
      const dues: number[] = []
      for (let next = heap.pop(); next; next = heap.pop()) dues.push(next.due)
      expect(dues).toEqual(dues.toSorted((a, b) => a - b))
    }),
  )
})

test('an empty heap has no first item', () => {
  const heap = createHeap()
  expect([heap.peek(), heap.pop(), heap.size]).toEqual([undefined, undefined, 0])
})
