import { describe, expect, test } from 'vitest'
import { DeletedFinalStateUnknown } from '../api/keys.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { Delta, KnownObjects, PopProcess } from './queue.ts'
import { RealFIFO, type RealFIFOOptions } from './real-fifo.ts'

const at = (name: string, resourceVersion: number): KubernetesObject => ({
  metadata: { name, resourceVersion: String(resourceVersion) },
})
const name = ({ metadata }: KubernetesObject): string => `${metadata?.name}${metadata?.resourceVersion}`
const known = (...objects: KubernetesObject[]): KnownObjects<KubernetesObject> => {
  const byName = new Map(objects.map(object => [object.metadata?.name ?? '', object]))
  return { listKeys: () => [...byName.keys()], getByKey: key => byName.get(key) }
}
const show = (delta: Delta<KubernetesObject>): string => {
  if (delta.type === 'ReplacedAll')
    return `ReplacedAll ${delta.resourceVersion} ${delta.objects.map(name).join()}`
  if (delta.type === 'SyncAll') return 'SyncAll'
  if (!(delta.object instanceof DeletedFinalStateUnknown)) return `${delta.type} ${name(delta.object)}`
  return `${delta.type} DFSU ${delta.object.object ? name(delta.object.object) : delta.object.key}`
}
const fifoOf = (options: RealFIFOOptions<KubernetesObject> = {}) => new RealFIFO<KubernetesObject>(options)

async function drain(fifo: RealFIFO<KubernetesObject>, batched = false): Promise<string[]> {
  const pops: string[] = []
  fifo.close()
  const process: PopProcess<KubernetesObject> = deltas => void pops.push(deltas.map(show).join(', '))
  while (await (batched ? fifo.popBatch(process) : fifo.pop(process)));
  return pops
}
const three = () => known(at('foo', 5), at('bar', 6), at('baz', 7))

describe('RealFIFO with a cache behind it', () => {
  test('T-RF-9, T-RF-13: nothing is merged', async () => {
    const fifo = fifoOf({ knownObjects: known() })
    fifo.add(at('foo', 10))
    fifo.update(at('foo', 12))
    fifo.delete(at('foo', 15))
    expect(await drain(fifo)).toEqual(['Added foo10', 'Updated foo12', 'Deleted foo15'])
  })

  test('T-RF-11: a deletion of what nobody knows is queued', async () => {
    const fifo = fifoOf({ knownObjects: known() })
    fifo.delete(at('baz', 20))
    expect(await drain(fifo)).toEqual(['Deleted baz20'])
  })

  test('T-RF-17: a relist tells deletions first', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.delete(at('baz', 10))
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual(['Deleted baz10', 'Deleted DFSU bar6', 'Replaced foo5'])
  })

  test('T-RF-18: what is queued and not listed goes too', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.add(at('baz', 10))
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual([
      'Added baz10',
      'Deleted DFSU baz10',
      'Deleted DFSU bar6',
      'Replaced foo5',
    ])
  })

  test('T-RF-20: two relists', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.replace([at('bar', 100), at('foo', 5)], '0')
    fifo.replace([at('foo', 5)], '0')
    expect(await drain(fifo)).toEqual([
      'Deleted DFSU baz7',
      'Replaced bar100',
      'Replaced foo5',
      'Deleted DFSU bar100',
      'Replaced foo5',
    ])
  })

  test('T-RF-14, T-RF-15, T-RF-23: a resync never undoes what is pending', async () => {
    const deleted = fifoOf({ knownObjects: known(at('foo', 5)) })
    deleted.delete(at('foo', 10))
    deleted.resync()
    expect(await drain(deleted)).toEqual(['Deleted foo10'])
    const idle = fifoOf({ knownObjects: known(at('foo', 5)) })
    idle.resync()
    expect(await drain(idle)).toEqual(['Sync foo5'])
  })

  test('T-RF-24: every item of the first relist counts for hasSynced', async () => {
    const fifo = fifoOf({ knownObjects: three() })
    fifo.replace([at('foo', 5)], '0')
    const initial: boolean[] = []
    const synced: boolean[] = []
    for (let i = 0; i < 3; i++) {
      synced.push(fifo.hasSynced())
      await fifo.pop((_, isInInitialList) => void initial.push(isInInitialList))
    }
    expect([initial, synced, fifo.hasSynced()]).toEqual([[true, true, true], [false, false, false], true])
  })

  test('T-RF-25: events keep their order across objects', async () => {
    const fifo = fifoOf({ knownObjects: known() })
    for (const object of [at('foo', 10), at('bar', 1), at('foo', 11), at('foo', 13), at('zab', 30)])
      fifo.add(object)
    expect(await drain(fifo)).toEqual([
      'Added foo10',
      'Added bar1',
      'Added foo11',
      'Added foo13',
      'Added zab30',
    ])
  })

  test('T-RFB-3, T-RFB-5: a batch holds no key twice, and ends with the initial list', async () => {
    const fifo = fifoOf({ knownObjects: known() })
    fifo.replace([at('a', 1), at('b', 1)], '1')
    fifo.update(at('c', 2))
    fifo.update(at('a', 3))
    fifo.update(at('a', 4))
    expect(await drain(fifo, true)).toEqual([
      'Replaced a1, Replaced b1',
      'Updated c2, Updated a3',
      'Updated a4',
    ])
  })
})

describe('RealFIFO, atomic', () => {
  test('T-RFA-3, T-RFA-7: relists and resyncs are one item each', async () => {
    const fifo = fifoOf()
    fifo.add(at('x', 1))
    fifo.replace([at('x', 2)], '10')
    fifo.replace([], '56')
    fifo.resync()
    expect(await drain(fifo, true)).toEqual(['Added x1', 'ReplacedAll 10 x2', 'ReplacedAll 56 ', 'SyncAll'])
  })

  test('S-22: an event before the first relist means synced at once', async () => {
    const fifo = fifoOf()
    fifo.add(at('x', 1))
    fifo.replace([at('y', 2)], '10')
    expect(fifo.hasSynced()).toBe(true)
  })

  test('S-25: a transformer that throws queues nothing', () => {
    const fifo = fifoOf({
      transformer: () => {
        throw new Error('no')
      },
    })
    expect(() => fifo.add(at('x', 1))).toThrow('no')
    expect(fifo.length).toBe(0)
  })
})
