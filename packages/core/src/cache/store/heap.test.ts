import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Heap } from './heap.ts'

interface Item {
  readonly name: string
  readonly value: number
}
const item = (name: string, value: number): Item => ({ name, value })
const newHeap = (...items: Item[]) => {
  const heap = new Heap<Item>({ keyFunction: ({ name }) => name, less: (a, b) => a.value < b.value })
  heap.bulkAdd(items)
  return heap
}
const valueIn = async (popped: Promise<Item>) => (await popped).value

describe('Heap', () => {
  test('T-HEAP-2: the least comes first, by its latest value', async () => {
    const heap = newHeap()
    for (const one of [item('foo', 10), item('bar', 1), item('baz', 11), item('zab', 30), item('foo', 13)])
      heap.add(one)
    expect(await valueIn(heap.pop())).toBe(1)
    expect(await valueIn(heap.pop())).toBe(11)
    expect(() => heap.delete(item('baz', 11))).toThrow('object not found')
    heap.add(item('foo', 14))
    expect(await valueIn(heap.pop())).toBe(14)
    expect(await valueIn(heap.pop())).toBe(30)
    expect(heap.size).toBe(0)
  })

  test('T-HEAP-3: no pop resolves before all items are added', async () => {
    const heap = newHeap()
    const first = heap.pop()
    heap.bulkAdd(Array.from({ length: 500 }, (_, i) => item(`i${i}`, 500 - i)))
    const popped = [await valueIn(first)]
    while (heap.size > 0) popped.push(await valueIn(heap.pop()))
    expect(popped).toEqual(Array.from({ length: 500 }, (_, i) => i + 1))
  })

  test('T-HEAP-4: close rejects waiting pops', async () => {
    const heap = newHeap()
    const waiting = heap.pop()
    heap.close()
    await expect(waiting).rejects.toThrow('heap is closed')
    await expect(heap.pop()).rejects.toThrow('heap is closed')
  })

  test('after the close remaining items are returned, and adding throws', async () => {
    const heap = newHeap(item('a', 1))
    heap.close()
    expect(() => heap.add(item('b', 1))).toThrow('heap is closed')
    expect(() => heap.addIfNotPresent(item('a', 2))).toThrow('heap is closed')
    expect(await valueIn(heap.pop())).toBe(1)
  })

  test('T-HEAP-5: an item that is present stays as it is', async () => {
    const heap = newHeap(item('foo', 10), item('bar', 1), item('baz', 11))
    heap.addIfNotPresent(item('foo', 13))
    expect(heap.getByKey('foo')?.value).toBe(10)
    expect(await valueIn(heap.pop())).toBe(1)
    expect(await valueIn(heap.pop())).toBe(10)
    heap.addIfNotPresent(item('bar', 14))
    expect(await valueIn(heap.pop())).toBe(11)
    expect(await valueIn(heap.pop())).toBe(14)
  })

  test('T-HEAP-7: an update finds the rank anew', async () => {
    const heap = newHeap(item('foo', 10), item('bar', 1), item('bal', 31), item('baz', 11))
    heap.update(item('baz', 0))
    expect(heap.peek()?.name).toBe('baz')
    expect(await valueIn(heap.pop())).toBe(0)
    heap.update(item('bar', 100))
    expect(heap.peek()?.name).toBe('foo')
    expect(heap.size).toBe(3)
  })

  test('T-HEAP-8: reads by item and by key', () => {
    const heap = newHeap(item('foo', 10), item('bar', 1))
    expect([heap.get(item('foo', 0))?.value, heap.getByKey('bar')?.value]).toEqual([10, 1])
    expect([heap.get(item('none', 0)), heap.getByKey('none')]).toEqual([undefined, undefined])
    expect([heap.listKeys().toSorted(), heap.list()]).toEqual([
      ['bar', 'foo'],
      expect.arrayContaining([item('foo', 10)]),
    ])
  })

  test('T-HEAP-9: it knows that it is closed', () => {
    const heap = newHeap()
    const before = heap.isClosed
    heap.close()
    expect([before, heap.isClosed]).toEqual([false, true])
  })

  test('an abort rejects waiting pops', async () => {
    const controller = new AbortController()
    const waiting = newHeap().pop(controller.signal)
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  test('agrees with a sorted map through any history', async () => {
    const step = fc.record({
      do: fc.constantFrom('add' as const, 'delete' as const, 'pop' as const),
      name: fc.constantFrom(...'abcdefgh'),
      value: fc.integer({ min: 0, max: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
        const heap = newHeap()
        const oracle = new Map<string, number>()
        for (const { do: action, name, value } of steps) {
          if (action === 'add') {
            heap.add(item(name, value))
            oracle.set(name, value)
          } else if (action === 'delete' && oracle.delete(name)) {
            heap.delete(item(name, 0))
          } else if (action === 'pop' && oracle.size > 0) {
            const popped = await heap.pop()
            expect(popped.value).toBe(Math.min(...oracle.values()))
            expect(oracle.get(popped.name)).toBe(popped.value)
            oracle.delete(popped.name)
          }
          expect(new Map(heap.list().map(each => [each.name, each.value]))).toEqual(oracle)
        }
      }),
    )
  })
})
