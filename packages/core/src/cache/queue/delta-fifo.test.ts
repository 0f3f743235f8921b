import { describe, expect, test } from 'vitest'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { countingTransformer } from '../../test/counting-transformer.ts'
import { at, drain, known, popOne, show, tombstone } from '../../test/queue-steps.ts'
import { DeltaFIFO, type DeltaFIFOOptions } from './delta-fifo.ts'

const fifoOf = (options: DeltaFIFOOptions<KubernetesObject> = {}) => new DeltaFIFO<KubernetesObject>(options)

describe('DeltaFIFO', () => {
  test('T-DF-2: a deletion, then a relist that has the object again', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 1)) })
    fifo.delete(at('foo', 1))
    fifo.replace([at('foo', 2)], '0')
    expect(await drain(fifo)).toEqual([['Deleted foo1', 'Sync foo2']])
  })

  test('T-DF-3: a relist deletes what is only in the queue', async () => {
    for (const knownObjects of [undefined, known()]) {
      const fifo = fifoOf({ knownObjects })
      fifo.add(at('foo', 1))
      fifo.replace([], '0')
      expect(await drain(fifo)).toEqual([['Added foo1', 'Deleted DFSU foo1']])
    }
  })

  test('T-DF-4: a relist queues Replaced deltas if requested', async () => {
    const fifo = fifoOf({ emitDeltaTypeReplaced: true })
    fifo.add(at('foo', 1))
    fifo.replace([at('foo', 1)], '0')
    fifo.replace([], '0')
    expect(await drain(fifo)).toEqual([['Added foo1', 'Replaced foo1', 'Deleted DFSU foo1']])
  })

  test('T-DF-5, T-DF-7: no second deletion', async () => {
    const once = fifoOf()
    once.add(at('foo', 1))
    once.delete(at('foo', 1))
    once.replace([], '0')
    expect(await drain(once)).toEqual([['Added foo1', 'Deleted foo1']])
    const twice = fifoOf()
    twice.add(at('foo', 1))
    twice.replace([], '0')
    twice.replace([], '0')
    expect(await drain(twice)).toEqual([['Added foo1', 'Deleted DFSU foo1']])
  })

  test('T-DF-8: deleted and made anew, then gone from the list', async () => {
    for (const knownObjects of [undefined, known()]) {
      const fifo = fifoOf({ knownObjects })
      fifo.add(at('foo', 2))
      fifo.delete(at('foo', 2))
      fifo.add(at('foo', 3))
      fifo.replace([], '0')
      expect(await drain(fifo)).toEqual([['Added foo2', 'Deleted foo2', 'Added foo3', 'Deleted DFSU foo3']])
    }
  })

  test('T-DF-9: all that happened to a key is one pop, oldest first', async () => {
    const fifo = fifoOf()
    fifo.add(at('foo', 10))
    fifo.update(at('foo', 12))
    fifo.delete(at('foo', 15))
    expect(fifo.length).toBe(1)
    expect(await drain(fifo)).toEqual([['Added foo10', 'Updated foo12', 'Deleted foo15']])
  })

  test('T-DF-10: every object that enters is transformed exactly once', async () => {
    const { transformer, counts } = countingTransformer()
    const fifo = fifoOf({ transformer })
    fifo.add(at('foo', 10))
    fifo.add(at('bar', 11))
    fifo.update(at('foo', 12))
    fifo.delete(at('foo', 15))
    fifo.replace([], '')
    fifo.add(at('bar', 16))
    fifo.replace([], '')
    expect(await drain(fifo)).toEqual([
      ['Added foo10', 'Updated foo12', 'Deleted foo15'],
      ['Added bar11', 'Deleted DFSU bar11', 'Added bar16', 'Deleted DFSU bar16'],
    ])
    expect(counts()).toEqual({ foo10: 1, bar11: 1, foo12: 1, foo15: 1, bar16: 1 })
  })

  test('T-DF-11: without a cache behind it, a deletion of what is not queued is dropped', async () => {
    const fifo = fifoOf()
    fifo.add(at('foo', 10))
    fifo.update(at('bar', 15))
    fifo.add(at('qux', 17))
    fifo.delete(at('qux', 18))
    fifo.delete(at('baz', 20))
    expect(await drain(fifo)).toEqual([['Added foo10'], ['Updated bar15'], ['Added qux17', 'Deleted qux18']])
  })

  test('T-DF-12: with one, a deletion of what it knows is kept', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5), at('bar', 6), at('baz', 7)) })
    fifo.add(at('foo', 10))
    fifo.update(at('bar', 15))
    fifo.delete(at('baz', 20))
    expect(await drain(fifo)).toEqual([['Added foo10'], ['Updated bar15'], ['Deleted baz20']])
  })

  test('T-DF-14, T-DF-15, T-DF-24: a resync never undoes what is pending', async () => {
    const deleted = fifoOf({ knownObjects: known(at('foo', 5)) })
    deleted.delete(at('foo', 10))
    deleted.resync()
    expect(await drain(deleted)).toEqual([['Deleted foo10']])
    const idle = fifoOf({ knownObjects: known(at('foo', 5)) })
    idle.resync()
    expect(await drain(idle)).toEqual([['Sync foo5']])
    const updated = fifoOf({ knownObjects: known(at('foo', 5)) })
    updated.update(at('foo', 6))
    updated.resync()
    expect(await drain(updated)).toEqual([['Updated foo6']])
  })

  test('T-DF-16: a deletion keeps what was queued before it, though the cache does not know the key', async () => {
    const fifo = fifoOf({ knownObjects: known() })
    fifo.add(at('foo', 5))
    fifo.delete(at('foo', 6))
    expect(await drain(fifo)).toEqual([['Added foo5', 'Deleted foo6']])
  })

  test('T-DF-17: a relist finds what the cache has and the list has not', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5), at('bar', 6), at('baz', 7)) })
    fifo.delete(at('baz', 10))
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual([['Deleted baz10'], ['Sync foo5'], ['Deleted DFSU bar6']])
  })

  test('T-DF-18: a relist deletes what is queued, as the queue knows it', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5), at('bar', 6), at('baz', 7)) })
    fifo.add(at('baz', 10))
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual([
      ['Added baz10', 'Deleted DFSU baz10'],
      ['Sync foo5'],
      ['Deleted DFSU bar6'],
    ])
  })

  test('T-DF-19: a relist deletes what was deleted and made anew', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5), at('bar', 6), at('baz', 7)) })
    fifo.delete(at('bar', 6))
    fifo.add(at('bar', 100))
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual([
      ['Deleted bar6', 'Added bar100', 'Deleted DFSU bar100'],
      ['Sync foo5'],
      ['Deleted DFSU baz7'],
    ])
  })

  test('T-DF-21: a relist without a cache behind the queue', async () => {
    const fifo = fifoOf()
    fifo.add(at('baz', 10))
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual([['Added baz10', 'Deleted DFSU baz10'], ['Sync foo5']])
  })

  test('T-DF-23: a relist queues Replaced deltas if requested, also with knownObjects', async () => {
    const fifo = fifoOf({ emitDeltaTypeReplaced: true, knownObjects: known(at('foo', 5)) })
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual([['Replaced foo5']])
  })

  test('T-DF-20: two relists', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5), at('bar', 6), at('baz', 7)) })
    fifo.replace([at('bar', 100), at('foo', 5)], '0')
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual([
      ['Sync bar100', 'Deleted DFSU bar100'],
      ['Sync foo5', 'Sync foo5'],
      ['Deleted DFSU baz7'],
    ])
  })

  test('T-DF-25: deletions found by the first list count for hasSynced', async () => {
    const fifo = fifoOf({ knownObjects: known(at('foo', 5), at('bar', 6), at('baz', 7)) })
    fifo.replace([at('foo', 5)], '0')
    const seen: [string, boolean, boolean][] = []
    for (let i = 0; i < 3; i++) {
      const before = fifo.hasSynced()
      await fifo.pop((deltas, initial) => void seen.push([deltas.map(show).join(), initial, before]))
    }
    expect(seen).toEqual([
      ['Sync foo5', true, false],
      ['Deleted DFSU bar6', true, false],
      ['Deleted DFSU baz7', true, false],
    ])
    expect(fifo.hasSynced()).toBe(true)
  })

  test('T-DF-26: a key that was popped queues again at the back', async () => {
    const fifo = fifoOf()
    for (const object of [at('foo', 10), at('bar', 1), at('foo', 11), at('foo', 13), at('zab', 30)])
      fifo.add(object)
    const first: string[] = []
    await fifo.pop(deltas => void first.push(...deltas.map(show)))
    fifo.add(at('foo', 14))
    expect(first.at(-1)).toBe('Added foo13')
    expect((await drain(fifo)).map(pop => pop.at(-1))).toEqual(['Added bar1', 'Added zab30', 'Added foo14'])
  })

  test('T-DF-27: the key of an object, a tombstone, and the newest of deltas', () => {
    const fifo = fifoOf()
    expect(fifo.keyOf(at('a', 1))).toBe('a')
    expect(fifo.keyOf(tombstone('b', 1))).toBe('b')
    expect(fifo.keyOf([{ type: 'Added', object: at('c', 1) }])).toBe('c')
    expect(fifo.keyOf([{ type: 'Deleted', object: tombstone('d', 1) }])).toBe('d')
  })

  test('T-DF-28: hasSynced', async () => {
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
    // Keys count, not deltas.
    const same = fifoOf()
    same.replace([at('a', 1), at('a', 2)], '0')
    expect(same.hasSynced()).toBe(false)
    await same.pop(() => {})
    expect(same.hasSynced()).toBe(true)
  })

  test('S-21: of two deletions the one that knows more is kept', async () => {
    const fifo = fifoOf({ knownObjects: known(at('a', 1), at('b', 1), at('c', 1)) })
    fifo.delete(new DeletedFinalStateUnknown('a', at('a', 1)))
    fifo.delete(at('a', 2))
    fifo.delete(at('b', 2))
    fifo.delete(new DeletedFinalStateUnknown('b', at('b', 1)))
    fifo.delete(new DeletedFinalStateUnknown('c', at('c', 1)))
    fifo.delete(new DeletedFinalStateUnknown('c', at('c', 2)))
    expect(await drain(fifo)).toEqual([['Deleted a2'], ['Deleted b2'], ['Deleted DFSU c2']])
  })

  test('S-26: close releases who waits, and still hands out what is queued', async () => {
    const fifo = fifoOf()
    const waiting = fifo.pop(() => {})
    fifo.close()
    expect(await waiting).toBe(false)
    fifo.add(at('a', 1))
    expect(await fifo.pop(() => {})).toBe(true)
    expect(await fifo.pop(() => {})).toBe(false)
  })

  test('an abort releases who waits', async () => {
    const controller = new AbortController()
    const waiting = fifoOf().pop(() => {}, controller.signal)
    controller.abort()
    expect(await waiting).toBe(false)
  })

  test('a process that throws loses its item, not the queue', async () => {
    const fifo = fifoOf()
    fifo.add(at('a', 1))
    fifo.add(at('b', 1))
    const fail = () => {
      throw new Error('no')
    }
    await expect(fifo.pop(fail)).rejects.toThrow('no')
    expect(await drain(fifo)).toEqual([['Added b1']])
  })

  describe('batches', () => {
    test('take what is queued, in order', async () => {
      const fifo = fifoOf()
      for (let i = 0; i < 1_500; i++) fifo.add(at(`p${i}-`, i))
      const sizes = (await drain(fifo, { batched: true })).map(pop => pop.length)
      expect(sizes).toEqual([1_000, 500])
    })

    test('T-RFB-5: never reach across the end of the initial list', async () => {
      const fifo = fifoOf()
      fifo.replace([at('a', 1), at('b', 1)], '1')
      fifo.add(at('c', 2))
      expect(await drain(fifo, { batched: true })).toEqual([['Sync a1', 'Sync b1'], ['Added c2']])
    })
  })

  describe('atomic', () => {
    test('T-RFA-3, T-RFA-7: relists and resyncs are one item each, and a barrier', async () => {
      const fifo = fifoOf({ atomic: true })
      fifo.add(at('x', 1))
      fifo.replace([at('x', 2)], '10')
      fifo.update(at('x', 3))
      fifo.resync()
      fifo.update(at('x', 4))
      expect(await drain(fifo, { batched: true })).toEqual([
        ['Added x1'],
        ['ReplacedAll 10 x2'],
        ['Updated x3'],
        ['SyncAll'],
        ['Updated x4'],
      ])
    })

    test('T-RFA-4: a bookmark is a barrier too, and for atomic queues only', async () => {
      const fifo = fifoOf({ atomic: true })
      fifo.update(at('x', 1))
      fifo.bookmark('123')
      fifo.update(at('x', 2))
      expect(await drain(fifo, { batched: true })).toEqual([['Updated x1'], ['Bookmark 123'], ['Updated x2']])
      const byKey = fifoOf()
      byKey.bookmark('123')
      expect(byKey.length).toBe(0)
      expect(() => fifoOf({ emitDeltaTypeBookmark: true })).toThrow('bookmarks need an atomic queue')
    })

    test('a bookmark before the first relist does not make it synced', async () => {
      const fifo = fifoOf({ atomic: true })
      fifo.bookmark('1')
      fifo.replace([at('a', 1)], '2')
      await popOne(fifo)
      expect(fifo.hasSynced()).toBe(false)
      await popOne(fifo)
      expect(fifo.hasSynced()).toBe(true)
    })

    test('S-23: synced once the first relist was processed', async () => {
      const fifo = fifoOf({ atomic: true })
      fifo.replace([at('a', 1), at('b', 1)], '1')
      expect(fifo.hasSynced()).toBe(false)
      let duringProcess = true
      await fifo.popBatch((_, initial) => {
        expect(initial).toBe(true)
        duringProcess = fifo.hasSynced()
      })
      expect([duringProcess, fifo.hasSynced()]).toEqual([false, true])
    })

    test('a deletion behind a queued relist is kept, though the cache does not know the key yet', async () => {
      const fifo = fifoOf({ atomic: true, knownObjects: known() })
      fifo.replace([at('a', 1)], '1')
      fifo.delete(at('a', 2))
      expect(await drain(fifo, { batched: true })).toEqual([['ReplacedAll 1 a1'], ['Deleted a2']])
    })
  })
})
