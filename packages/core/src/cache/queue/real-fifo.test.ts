import { describe, expect, test } from 'vitest'
import { UsageError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { countingTransformer } from '../../test/counting-transformer.ts'
import { at, drain, known, popOne, show, tombstone } from '../../test/queue-steps.ts'
import { produceSideBySide } from '../../test/two-producers.ts'
import { RealFIFO, type RealFIFOOptions } from './real-fifo.ts'

const fifoOf = (options: RealFIFOOptions<KubernetesObject> = {}) => new RealFIFO<KubernetesObject>(options)
/** With an empty cache behind it. */
const overNothing = () => fifoOf({ knownObjects: known() })
const three = () => known(at('foo', 5), at('bar', 6), at('baz', 7))
/** Everything that is queued, delta by delta. */
const flat = async (fifo: RealFIFO<KubernetesObject>): Promise<string[]> => (await drain(fifo)).flat()

describe('RealFIFO with a cache behind it', () => {
  test('T-RF-1: the order of each of two writers is kept', async () => {
    const orders = await produceSideBySide(overNothing())
    for (const versions of orders) expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(orders.map(versions => versions.length)).toEqual([500, 500])
  })

  test('T-RF-2: a deletion, then a relist that has the object again', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 1)) })
    fifo.delete(at('foo', 1))
    fifo.replace([at('foo', 2)], '0')
    expect(await flat(fifo)).toEqual(['Deleted foo1', 'Replaced foo2'])
  })

  test('T-RF-3: a relist deletes what is only in the queue', async () => {
    const fifo = overNothing()
    fifo.add(at('foo', 2))
    fifo.replace([], '0')
    expect(await flat(fifo)).toEqual(['Added foo2', 'Deleted DFSU foo2'])
  })

  test('T-RF-4: no second deletion of what is deleted already', async () => {
    const fifo = overNothing()
    fifo.add(at('foo', 2))
    fifo.delete(at('foo', 2))
    fifo.replace([], '0')
    expect(await flat(fifo)).toEqual(['Added foo2', 'Deleted foo2'])
  })

  test('T-RF-5: relists of the same object, then of nothing', async () => {
    const fifo = overNothing()
    fifo.add(at('x', 1))
    fifo.replace([at('x', 1)], '0')
    fifo.replace([at('x', 1)], '0')
    fifo.replace([], '0')
    expect(await flat(fifo)).toEqual(['Added x1', 'Replaced x1', 'Replaced x1', 'Deleted DFSU x1'])
  })

  test('T-RF-7: deleted and made anew, then gone from the list', async () => {
    const fifo = overNothing()
    fifo.add(at('foo', 2))
    fifo.delete(at('foo', 2))
    fifo.add(at('foo', 3))
    fifo.replace([], '0')
    expect(await flat(fifo)).toEqual(['Added foo2', 'Deleted foo2', 'Added foo3', 'Deleted DFSU foo3'])
  })

  test('T-RF-9: nothing is merged', async () => {
    const fifo = overNothing()
    fifo.add(at('foo', 10))
    fifo.update(at('foo', 12))
    fifo.delete(at('foo', 15))
    expect(await drain(fifo)).toEqual([['Added foo10'], ['Updated foo12'], ['Deleted foo15']])
  })

  test('T-RF-10: every object that enters is transformed exactly once', async () => {
    const { transformer, counts } = countingTransformer()
    const fifo = fifoOf({ knownObjects: known(), transformer })
    fifo.add(at('foo', 10))
    fifo.add(at('bar', 11))
    fifo.update(at('foo', 12))
    fifo.delete(at('foo', 15))
    fifo.replace([], '')
    fifo.add(at('bar', 16))
    fifo.replace([], '')
    expect(await flat(fifo)).toEqual([
      'Added foo10',
      'Added bar11',
      'Updated foo12',
      'Deleted foo15',
      'Deleted DFSU bar11',
      'Added bar16',
      'Deleted DFSU bar16',
    ])
    expect(counts()).toEqual({ foo10: 1, bar11: 1, foo12: 1, foo15: 1, bar16: 1 })
  })

  test('T-RF-11: the deletion of an unknown key is queued', async () => {
    const fifo = overNothing()
    fifo.add(at('foo', 10))
    fifo.update(at('bar', 15))
    fifo.add(at('qux', 17))
    fifo.delete(at('qux', 18))
    fifo.delete(at('baz', 20))
    const expected = ['Added foo10', 'Updated bar15', 'Added qux17', 'Deleted qux18', 'Deleted baz20']
    expect(await flat(fifo)).toEqual(expected)
  })

  test('T-RF-12: what the cache knows does not matter to a write', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.add(at('foo', 10))
    fifo.update(at('bar', 15))
    fifo.delete(at('baz', 20))
    expect(await flat(fifo)).toEqual(['Added foo10', 'Updated bar15', 'Deleted baz20'])
  })

  test('T-RF-13: a relist does not replace what is queued', async () => {
    const fifo = overNothing()
    fifo.add(at('foo', 10))
    fifo.replace([at('foo', 15)], '15')
    expect(await drain(fifo)).toEqual([['Added foo10'], ['Replaced foo15']])
  })

  test('T-RF-14: a resync says nothing of a key that has a deletion pending', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5)) })
    fifo.delete(at('foo', 10))
    fifo.resync()
    expect(await flat(fifo)).toEqual(['Deleted foo10'])
  })

  test('T-RF-15: a resync tells what the cache has', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5)) })
    fifo.resync()
    expect(await flat(fifo)).toEqual(['Sync foo5'])
  })

  test('T-RF-16: a deletion keeps what was queued before it', async () => {
    const fifo = overNothing()
    fifo.add(at('foo', 5))
    fifo.delete(at('foo', 6))
    expect(await flat(fifo)).toEqual(['Added foo5', 'Deleted foo6'])
  })

  test('T-RF-17: a relist tells deletions first', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.delete(at('baz', 10))
    fifo.replace([at('foo', 5)], '0')
    expect(await flat(fifo)).toEqual(['Deleted baz10', 'Deleted DFSU bar6', 'Replaced foo5'])
  })

  test('T-RF-18: what is queued and not listed goes too', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.add(at('baz', 10))
    fifo.replace([at('foo', 5)], '0')
    const expected = ['Added baz10', 'Deleted DFSU baz10', 'Deleted DFSU bar6', 'Replaced foo5']
    expect(await flat(fifo)).toEqual(expected)
  })

  test('T-RF-19: queued keys go before known ones', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.delete(at('bar', 6))
    fifo.add(at('bar', 100))
    fifo.replace([at('foo', 5)], '0')
    expect(await flat(fifo)).toEqual([
      'Deleted bar6',
      'Added bar100',
      'Deleted DFSU bar100',
      'Deleted DFSU baz7',
      'Replaced foo5',
    ])
  })

  test('T-RF-20: two relists', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.replace([at('bar', 100), at('foo', 5)], '0')
    fifo.replace([at('foo', 5)], '0')
    expect(await flat(fifo)).toEqual([
      'Deleted DFSU baz7',
      'Replaced bar100',
      'Replaced foo5',
      'Deleted DFSU bar100',
      'Replaced foo5',
    ])
  })

  test('T-RF-21: a relist over an empty cache', async () => {
    const fifo = overNothing()
    fifo.add(at('baz', 10))
    fifo.replace([at('foo', 5)], '0')
    expect(await flat(fifo)).toEqual(['Added baz10', 'Deleted DFSU baz10', 'Replaced foo5'])
  })

  test('T-RF-23: a resync never undoes a pending update', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5)) })
    fifo.update(at('foo', 6))
    fifo.resync()
    expect(await flat(fifo)).toEqual(['Updated foo6'])
  })

  test('T-RF-24: every item of the first relist counts for hasSynced', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.replace([at('foo', 5)], '0')
    const seen: [string, boolean, boolean][] = []
    for (let i = 0; i < 3; i++) {
      const before = fifo.hasSynced()
      await fifo.pop((deltas, initial) => void seen.push([deltas.map(show).join(), initial, before]))
    }
    expect(seen).toEqual([
      ['Deleted DFSU bar6', true, false],
      ['Deleted DFSU baz7', true, false],
      ['Replaced foo5', true, false],
    ])
    expect(fifo.hasSynced()).toBe(true)
  })

  test('T-RF-25: events keep their order across objects', async () => {
    const fifo = overNothing()
    for (const object of [at('foo', 10), at('bar', 1), at('foo', 11), at('foo', 13), at('zab', 30)])
      fifo.add(object)
    expect(await popOne(fifo)).toEqual(['Added foo10'])
    fifo.add(at('foo', 14))
    expect(await flat(fifo)).toEqual([
      'Added bar1',
      'Added foo11',
      'Added foo13',
      'Added zab30',
      'Added foo14',
    ])
  })

  test('T-RF-26: the key of an object, a tombstone, and the newest of deltas', () => {
    const fifo = overNothing()
    expect(fifo.keyOf(at('a', 1))).toBe('a')
    expect(fifo.keyOf(tombstone('b', 1))).toBe('b')
    expect(fifo.keyOf([{ type: 'Added', object: at('c', 1) }])).toBe('c')
    expect(fifo.keyOf([{ type: 'Deleted', object: tombstone('d', 1) }])).toBe('d')
    expect(() => fifo.keyOf([])).toThrow("couldn't create key")
  })

  test('T-RF-27: hasSynced', async () => {
    const nothing = overNothing()
    expect(nothing.hasSynced()).toBe(false)
    nothing.add(at('a', 1))
    expect(nothing.hasSynced()).toBe(true)
    const empty = overNothing()
    empty.replace([], '0')
    expect(empty.hasSynced()).toBe(true)
    // Every delta counts, also two of the same key.
    for (const second of ['a', 'b']) {
      const fifo = overNothing()
      fifo.replace([at('a', 1), at(second, 2)], '0')
      expect(fifo.hasSynced()).toBe(false)
      await popOne(fifo)
      expect(fifo.hasSynced()).toBe(false)
      await popOne(fifo)
      expect(fifo.hasSynced()).toBe(true)
    }
  })

  test('T-RF-28: close releases ten waiting pops', async () => {
    const fifo = overNothing()
    const waiting = Array.from({ length: 10 }, () => fifo.pop(() => {}))
    fifo.close()
    expect(await Promise.all(waiting)).toEqual(new Array(10).fill(false))
  })

  test('S-26: what is queued is handed out after the close, then pops answer false', async () => {
    const fifo = overNothing()
    fifo.add(at('a', 1))
    fifo.close()
    fifo.add(at('b', 1))
    expect([await fifo.pop(() => {}), await fifo.pop(() => {}), await fifo.pop(() => {})]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('several waiting pops take one delta each', async () => {
    const fifo = overNothing()
    const waiting = Array.from({ length: 3 }, () => popOne(fifo))
    fifo.add(at('a', 1))
    fifo.add(at('b', 1))
    await Promise.race(waiting)
    fifo.close()
    expect((await Promise.all(waiting)).toSorted()).toEqual([[], ['Added a1'], ['Added b1']])
  })

  test('an object without a key is refused, and nothing is queued', () => {
    const fifo = overNothing()
    expect(() => fifo.add({})).toThrow('object has no name')
    expect(() => fifo.replace([at('a', 1), {}], '1')).toThrow('object has no name')
    expect(fifo.length).toBe(0)
  })

  test('bookmarks are for atomic queues', () => {
    expect(() => fifoOf({ knownObjects: known(), emitDeltaTypeBookmark: true })).toThrow(UsageError)
    const fifo = overNothing()
    fifo.bookmark('5')
    expect(fifo.length).toBe(0)
  })
})

describe('RealFIFO, batches', () => {
  const initial = (...versions: number[]) => versions.map(version => at(`p${version}-`, version))
  const cases: [id: string, initial: number[], updates: number[], batchSize: number, expected: string[][]][] =
    [
      ['T-RFB-1: an initial list that fits', [1, 2, 3], [], 1_000, [['R1', 'R2', 'R3']]],
      ['T-RFB-3: no key twice in one batch', [1], [1, 1], 1_000, [['R1'], ['U1'], ['U1']]],
      [
        'T-RFB-5: no batch across the end of the initial list',
        [1, 2, 3],
        [2],
        1_000,
        [['R1', 'R2', 'R3'], ['U2']],
      ],
      ['T-RFB-6: an initial list that does not fit', [1, 2, 3], [], 2, [['R1', 'R2'], ['R3']]],
      ['T-RFB-7: updates after an empty list', [], [1, 2, 3], 2, [['U1', 'U2'], ['U3']]],
    ]
  test.each(cases)('T-RFB-9, %s', async (_id, listed, updates, batchSize, expected) => {
    const fifo = fifoOf({ knownObjects: known(), batchSize })
    fifo.replace(initial(...listed), '0')
    for (const object of initial(...updates)) fifo.update(object)
    const batches: string[][] = []
    const initialNames: string[] = []
    fifo.close()
    const short = (delta: string) => delta.replace(/^(.).* p(\d).*/, '$1$2')
    while (
      await fifo.popBatch((deltas, isInInitialList) => {
        const names = deltas.map(delta => short(show(delta)))
        batches.push(names)
        if (isInInitialList) initialNames.push(...names)
      })
    );
    expect(batches).toEqual(expected)
    expect(initialNames).toEqual(listed.map(version => `R${version}`))
  })
})

describe('RealFIFO, atomic', () => {
  const batched = async (fifo: RealFIFO<KubernetesObject>) => (await drain(fifo, { batched: true })).flat()

  test('T-RFA-1: an empty relist is an item', async () => {
    const fifo = fifoOf()
    fifo.replace([], '123')
    expect(await batched(fifo)).toEqual(['ReplacedAll 123'])
  })

  test('T-RFA-2: it tells no deletions, the consumer finds them', async () => {
    const fifo = fifoOf()
    fifo.add(at('x', 1))
    fifo.replace([], '123')
    expect(await batched(fifo)).toEqual(['Added x1', 'ReplacedAll 123'])
  })

  test('T-RFA-3: relists are one item each, in order', async () => {
    const fifo = fifoOf()
    fifo.add(at('x', 1))
    fifo.replace([at('x', 1)], '10')
    fifo.replace([at('x', 1)], '20')
    fifo.replace([], '56')
    const expected = ['Added x1', 'ReplacedAll 10 x1', 'ReplacedAll 20 x1', 'ReplacedAll 56']
    expect(await batched(fifo)).toEqual(expected)
  })

  test('T-RFA-4: a bookmark is an item of its own', async () => {
    const fifo = fifoOf()
    fifo.bookmark('123')
    fifo.replace([], '1234')
    expect(await batched(fifo)).toEqual(['Bookmark 123', 'ReplacedAll 1234'])
    const without = fifoOf({ emitDeltaTypeBookmark: false })
    without.bookmark('123')
    expect(without.length).toBe(0)
  })

  test('T-RFA-5: a pop for what was queued, a pop for the relist', async () => {
    const fifo = fifoOf()
    fifo.add(at('foo', 10))
    fifo.replace([at('foo', 15)], '20')
    expect(await drain(fifo)).toEqual([['Added foo10'], ['ReplacedAll 20 foo15']])
  })

  test('T-RFA-6: a resync is one item', async () => {
    const fifo = fifoOf()
    fifo.resync()
    expect(await batched(fifo)).toEqual(['SyncAll'])
  })

  test('T-RFA-7: a resync behind what is queued', async () => {
    const fifo = fifoOf()
    fifo.add(at('x', 1))
    fifo.resync()
    expect(await batched(fifo)).toEqual(['Added x1', 'SyncAll'])
  })

  test('an item of its own ends a batch', async () => {
    const fifo = fifoOf()
    for (const object of [at('a', 1), at('b', 1)]) fifo.add(object)
    fifo.bookmark('7')
    fifo.add(at('c', 1))
    expect(await drain(fifo, { batched: true })).toEqual([
      ['Added a1', 'Added b1'],
      ['Bookmark 7'],
      ['Added c1'],
    ])
  })

  test('S-22: an event before the first relist means synced at once', async () => {
    const fifo = fifoOf()
    fifo.add(at('x', 1))
    fifo.replace([at('y', 2)], '10')
    expect(fifo.hasSynced()).toBe(true)
    await fifo.pop((_, isInInitialList) => expect(isInInitialList).toBe(false))
  })

  test('S-23: synced once the first relist was processed', async () => {
    const fifo = fifoOf()
    fifo.bookmark('1')
    fifo.replace([at('x', 2), at('y', 2)], '10')
    for (let i = 0; i < 2; i++) {
      expect(fifo.hasSynced()).toBe(false)
      await fifo.popBatch((_, isInInitialList) => expect(isInInitialList).toBe(true))
    }
    expect(fifo.hasSynced()).toBe(true)
  })

  test('S-25: a transformer that throws queues nothing', () => {
    const fifo = fifoOf({
      transformer: () => {
        throw new Error('no')
      },
    })
    expect(() => fifo.add(at('x', 1))).toThrow('no')
    expect(() => fifo.replace([at('x', 1)], '1')).toThrow('no')
    expect(fifo.length).toBe(0)
  })
})
