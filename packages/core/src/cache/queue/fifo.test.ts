import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { at, drain, popOne } from '../../test/queue-steps.ts'
import { produceSideBySide } from '../../test/two-producers.ts'
import { FIFO, type FIFOOptions } from './fifo.ts'

const fifoOf = (options: FIFOOptions<KubernetesObject> = {}) => new FIFO<KubernetesObject>(options)

describe('FIFO', () => {
  test('T-FIF-1: the order of each of two writers is kept', async () => {
    const orders = await produceSideBySide(fifoOf())
    for (const versions of orders) expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(orders.map(versions => versions.length)).toEqual([500, 500])
  })

  test('T-FIF-2: an update changes what is handed out, once', async () => {
    const fifo = fifoOf()
    fifo.add(at('foo', 10))
    fifo.update(at('foo', 15))
    expect(await drain(fifo)).toEqual([['Sync foo15']])
    expect(fifo.getByKey('foo')).toBeUndefined()
  })

  test('T-FIF-3: so does a relist', async () => {
    const fifo = fifoOf()
    fifo.add(at('foo', 10))
    fifo.replace([at('foo', 15)], '15')
    expect(await drain(fifo)).toEqual([['Sync foo15']])
    expect(fifo.getByKey('foo')).toBeUndefined()
  })

  test('T-FIF-4: a key that was popped queues again at the back', async () => {
    const fifo = fifoOf()
    for (const object of [at('foo', 10), at('bar', 1), at('foo', 11), at('foo', 13), at('zab', 30)])
      fifo.add(object)
    expect(await popOne(fifo)).toEqual(['Sync foo13'])
    fifo.add(at('foo', 14))
    expect(await drain(fifo)).toEqual([['Sync bar1'], ['Sync zab30'], ['Sync foo14']])
  })

  test('T-FIF-5: hasSynced', async () => {
    const nothing = fifoOf()
    expect(nothing.hasSynced()).toBe(false)
    nothing.add(at('a', 1))
    expect(nothing.hasSynced()).toBe(true)
    const empty = fifoOf()
    empty.replace([], '0')
    expect(empty.hasSynced()).toBe(true)
    const two = fifoOf()
    two.replace([at('a', 1), at('b', 2)], '0')
    expect(two.hasSynced()).toBe(false)
    await popOne(two)
    expect(two.hasSynced()).toBe(false)
    await popOne(two)
    expect(two.hasSynced()).toBe(true)
  })

  test('T-FIF-6: close releases ten waiting pops', async () => {
    const fifo = fifoOf()
    const waiting = Array.from({ length: 10 }, () => fifo.pop(() => {}))
    fifo.close()
    expect(await Promise.all(waiting)).toEqual(new Array(10).fill(false))
  })

  test('what is deleted before its turn is passed over, and keeps its turn when it comes back', async () => {
    const fifo = fifoOf()
    for (const object of [at('a', 1), at('b', 1), at('c', 1)]) fifo.add(object)
    fifo.delete(at('a', 2))
    fifo.delete(at('b', 2))
    fifo.add(at('b', 3))
    expect(await drain(fifo)).toEqual([['Sync b3'], ['Sync c1']])
  })

  test('an initial object that is deleted before its turn does not keep the queue from being synced', async () => {
    const fifo = fifoOf()
    fifo.replace([at('a', 1), at('b', 1)], '1')
    fifo.delete(at('b', 2))
    fifo.add(at('c', 3))
    expect(await popOne(fifo)).toEqual(['Sync a1'])
    await fifo.pop((_, isInInitialList) => expect(isInInitialList).toBe(false))
    expect(fifo.hasSynced()).toBe(true)
  })

  test('a batch holds up to so many objects, and ends with the initial list', async () => {
    const fifo = fifoOf({ batchSize: 2 })
    fifo.replace([at('a', 1), at('b', 1), at('c', 1)], '1')
    fifo.add(at('d', 2))
    expect(await drain(fifo, { batched: true })).toEqual([['Sync a1', 'Sync b1'], ['Sync c1'], ['Sync d2']])
  })
})
