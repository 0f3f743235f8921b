import type { Row } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { podRow } from '../test/rows.ts'
import type { CollectionNames } from './collection-names.ts'
import { CollectionStore } from './collection-store.ts'
import { Directory } from './directory.ts'
import type { DiskContext } from './disk-context.ts'
import { DamagedError } from './disk-error.ts'
import { DiskReport } from './disk-report.ts'
import type { HeadRecord } from './disk-schema.ts'
import type { OwnerGeneration } from './owners.ts'

/** What the disk has, which each test sets. */
const disk = vi.hoisted(() => ({
  read: vi.fn(),
  claim: vi.fn(),
  erase: vi.fn(),
  preempted: vi.fn(),
  isOwn: vi.fn(),
}))
vi.mock('./collection-access.ts', () => ({
  CollectionAccess: class {
    read = disk.read
    claim = disk.claim
    erase = disk.erase
    preempted = disk.preempted
    isOwn = disk.isOwn
  },
}))

const NAMES = { owner: 'o', id: 'c', type: 't', title: 'pods' } as unknown as CollectionNames
const { signal } = new AbortController()
const never = () => new Promise<never>(() => {})

/** A writer of the collection. */
const writer = () => ({
  head: { resourceVersion: '5', bytes: 1, number: 1 } as HeadRecord,
  isCompactionDue: false,
  append: vi.fn(async (..._: unknown[]): Promise<string> => 'done'),
  replace: vi.fn(async (..._: unknown[]): Promise<string> => 'done'),
  compact: vi.fn(async (): Promise<string> => 'done'),
})
let current: ReturnType<typeof writer>

beforeEach(() => {
  for (const mock of Object.values(disk)) mock.mockReset()
  current = writer()
  disk.read.mockImplementation(async () => ({ collection: current, directory: new Directory() }))
  disk.claim.mockImplementation(async () => current)
  disk.isOwn.mockReturnValue(true)
})

function start({ maxBytes = 1_000_000, isUsable = true } = {}) {
  const clock = new FakeClock()
  const report = new DiskReport(() => {})
  const housekeeping = {
    uses: vi.fn(),
    removed: vi.fn(),
    released: vi.fn(),
    makeRoom: vi.fn(async (_bytes: number) => false),
  }
  const context = {
    ...{ clock, report, housekeeping, maxBytes, name: 'db', database: { isUsable } },
    ...{ locks: undefined, takeOver: () => false },
  } as unknown as DiskContext
  const state = { isOver: false }
  const generation = {
    id: 'stored owner',
    get isOver() {
      return state.isOver
    },
    end: vi.fn(() => {
      state.isOver = true
    }),
  }
  const onReleased = vi.fn()
  const store = new CollectionStore(context, NAMES, generation as unknown as OwnerGeneration, onReleased)
  const replace = (rows: readonly Row[] = []) =>
    store.save({ type: 'replace', objects: rows, resourceVersion: '7' }, signal)
  const change = (...rows: readonly Row[]) =>
    store.save(
      {
        type: 'delta',
        upserts: new Map(rows.map(row => [row.key, row])),
        deletions: ['a/z'],
        resourceVersion: '8',
      },
      signal,
    )
  return { clock, report, housekeeping, state, generation, onReleased, store, replace, change }
}
const reportOf = ({ report }: ReturnType<typeof start>) => report.of('o')
const failureOf = (promise: Promise<unknown>) => promise.then(() => 'resolved', String)

describe('a load', () => {
  test('has the rows and the version of the collection, and reports its size', async () => {
    const started = start()
    expect(await started.store.load(signal)).toEqual({ resourceVersion: '5', objects: [] })
    expect(started.housekeeping.uses.mock.calls).toEqual([['stored owner', 'c', current.head]])
    expect(started.clock.pendingTimers).toBe(0)
  })

  test('of nothing is nothing', async () => {
    const started = start()
    disk.read.mockResolvedValue('nothing')
    expect([await started.store.load(signal), started.housekeeping.uses.mock.calls]).toEqual([undefined, []])
    expect(reportOf(started)).toEqual({})
  })

  test('is not started after the end, or after an abort', async () => {
    const { store, state } = start()
    const aborted = AbortSignal.abort()
    expect(await store.load(aborted)).toBeUndefined()
    state.isOver = true
    expect([await store.load(signal), disk.read.mock.calls]).toEqual([undefined, []])
  })

  test('that ends after the end of its owner is nothing', async () => {
    const { store, state, housekeeping } = start()
    const loading = store.load(signal)
    state.isOver = true
    expect([await loading, housekeeping.uses.mock.calls]).toEqual([undefined, []])
  })

  test('that takes more than six seconds is given up, and reported', async () => {
    const started = start()
    disk.read.mockImplementation(never)
    const loading = started.store.load(signal)
    await started.clock.advance(5999)
    expect(reportOf(started)).toEqual({})
    await started.clock.advance(1)
    expect([await loading, reportOf(started)]).toEqual([
      undefined,
      { failure: 'pods could not be read: reading timed out' },
    ])
  })

  test('of a damaged collection is noted, and one that fails is reported where the database can be used', async () => {
    const damaged = start()
    disk.read.mockRejectedValueOnce(new DamagedError('a record is truncated'))
    expect(await damaged.store.load(signal)).toBeUndefined()
    const note = 'the snapshot of pods is damaged and was not used: a record is truncated'
    expect(reportOf(damaged)).toEqual({ note })
    for (const isUsable of [true, false]) {
      const failed = start({ isUsable })
      disk.read.mockRejectedValueOnce(new Error('broken'))
      await failed.store.load(signal)
      expect(reportOf(failed)).toEqual(isUsable ? { failure: 'pods could not be read: Error: broken' } : {})
    }
  })
})

describe('a save', () => {
  test('of a whole collection claims it, and later ones append', async () => {
    const { replace, change, housekeeping } = start()
    const rows = [podRow('a/x', 1)]
    expect(await replace(rows)).toBeUndefined()
    expect([disk.claim.mock.calls.length, current.replace.mock.calls]).toEqual([1, [[rows, '7']]])
    expect(await change(...rows)).toBeUndefined()
    expect(current.append.mock.calls).toEqual([[new Map([['a/x', rows[0]]]), ['a/z'], '8']])
    expect([disk.claim.mock.calls.length, housekeeping.uses.mock.calls.length]).toEqual([1, 2])
  })

  test('of a change without a known collection is none', async () => {
    const { change, report } = start()
    expect([await change(), report.of('o'), disk.preempted.mock.calls.length]).toEqual(['not-owner', {}, 1])
  })

  test.each([
    ['preempted', 1, 0, {}],
    ['erased', 0, 1, { note: 'the persisted data was erased; running informers do not persist again' }],
  ])('that is %s is none, and the known state is forgotten', async (result, preempted, ended, report) => {
    const started = start()
    await started.replace()
    current.append.mockResolvedValueOnce(result)
    expect(await started.change()).toBe('not-owner')
    expect([disk.preempted.mock.calls.length, started.generation.end.mock.calls.length]).toEqual([
      preempted,
      ended,
    ])
    expect(reportOf(started)).toEqual(report)
    await started.change()
    expect(current.append).toHaveBeenCalledTimes(1)
  })

  test('whose claim is refused is none', async () => {
    const { replace, change } = start()
    disk.claim.mockResolvedValueOnce('preempted')
    expect([await replace(), current.replace.mock.calls]).toEqual(['not-owner', []])
    current.replace.mockResolvedValueOnce('preempted')
    expect(await replace()).toBe('not-owner')
    expect([await change(), current.append.mock.calls]).toEqual(['not-owner', []])
  })

  test('that fails rejects, is reported, and clears by one that succeeds', async () => {
    const started = start()
    disk.claim.mockRejectedValueOnce(new Error('broken'))
    const failure = 'pods cannot be persisted: Error: broken'
    expect(await failureOf(started.replace())).toContain(failure)
    expect(reportOf(started)).toEqual({ failure })
    await started.replace()
    expect(reportOf(started)).toEqual({})
  })

  test('that fails with the whole database is not reported for the collection', async () => {
    const started = start({ isUsable: false })
    disk.claim.mockRejectedValueOnce(new Error('broken'))
    expect([await failureOf(started.replace()), reportOf(started)]).toEqual([
      expect.stringContaining('broken'),
      {},
    ])
  })

  test('that takes more than a minute fails', async () => {
    const { clock, replace } = start()
    current.replace.mockImplementation(never)
    const saving = failureOf(replace())
    await clock.advance(60_000)
    expect(await saving).toContain('writing timed out')
  })

  test('that fails after the end of its owner is none', async () => {
    const { state, replace, report } = start()
    disk.claim.mockImplementation(async () => {
      state.isOver = true
      throw new Error('broken')
    })
    expect([await replace(), report.of('o')]).toEqual(['not-owner', {}])
  })

  test('of more than the limit is refused before it is written', async () => {
    const started = start({ maxBytes: 100 })
    const text = 'pods cannot be persisted: it takes'
    expect(await failureOf(started.replace([podRow('a/x', 1, { node: 'n'.repeat(100) })]))).toContain(text)
    expect(disk.claim).not.toHaveBeenCalled()
    await started.replace([])
    expect(await started.change(podRow('a/x', 1, { node: 'n'.repeat(100) }))).toBeUndefined()
  })

  test('with a full disk is repeated once, if others can make room', async () => {
    const full = new DOMException('full', 'QuotaExceededError')
    const { housekeeping, replace } = start()
    const rows = [podRow('a/x', 1)]
    disk.claim.mockRejectedValueOnce(full)
    expect(await failureOf(replace(rows))).toContain('the storage quota of this origin is exceeded')
    expect(disk.claim).toHaveBeenCalledTimes(1)
    housekeeping.makeRoom.mockResolvedValue(true)
    disk.claim.mockRejectedValueOnce(full)
    expect(await replace(rows)).toBeUndefined()
    expect(housekeeping.makeRoom.mock.calls.every(([bytes]) => Number(bytes) > 10)).toBe(true)
    disk.claim.mockRejectedValueOnce(full).mockRejectedValueOnce(full)
    expect(await failureOf(replace(rows))).toContain('exceeded')
    disk.claim.mockRejectedValueOnce(new Error('other'))
    expect(await failureOf(replace(rows))).toContain('other')
    expect(housekeeping.makeRoom).toHaveBeenCalledTimes(3)
  })

  test('resolves later the larger it is, unless that is less than 10 ms', async () => {
    const { clock, replace } = start({ maxBytes: 10_000_000 })
    const isSaved = vi.fn()
    const large = [podRow('a/x', 1, { node: 'n'.repeat(2_000_000) })]
    void replace(large).then(isSaved)
    await clock.advance(19)
    expect(isSaved).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(isSaved).toHaveBeenCalledTimes(1)
    void replace([podRow('a/x', 1, { node: 'n'.repeat(900_000) })]).then(isSaved)
    await clock.advance(0)
    expect([isSaved.mock.calls.length, clock.pendingTimers]).toEqual([2, 0])
  })

  test('waits for earlier ones', async () => {
    const { replace, change } = start()
    let end = (_: string) => {}
    current.replace.mockImplementationOnce(() => new Promise(resolve => (end = resolve)))
    const first = replace()
    const second = change()
    await new Promise<void>(resolve => setImmediate(resolve))
    expect(current.append).not.toHaveBeenCalled()
    end('done')
    expect([await first, await second, current.append.mock.calls.length]).toEqual([undefined, undefined, 1])
  })

  test('follows no erasure that came later', async () => {
    const { store, replace } = start()
    const saving = replace()
    const erasing = store.erase()
    expect([await saving, await erasing, current.replace.mock.calls]).toEqual(['not-owner', undefined, []])
  })
})

describe('compaction', () => {
  test('follows a save after 200 ms, one step after the other', async () => {
    const { clock, replace, housekeeping } = start()
    current.isCompactionDue = true
    await replace()
    await replace()
    await clock.advance(199)
    expect(current.compact).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(current.compact).toHaveBeenCalledTimes(1)
    const uses = housekeeping.uses.mock.calls.length
    await clock.advance(200)
    expect([current.compact.mock.calls.length, housekeeping.uses.mock.calls.length]).toEqual([2, uses + 1])
    current.isCompactionDue = false
    await clock.advance(1000)
    expect([current.compact.mock.calls.length, clock.pendingTimers]).toEqual([3, 0])
  })

  test.each([
    ['is preempted', async () => 'preempted', 0],
    ['fails', () => Promise.reject(new Error('broken')), 0],
    ['finds a full disk', () => Promise.reject(new DOMException('full', 'QuotaExceededError')), 1],
  ])('that %s does not lose the state unless that is unknown', async (_, compact, appended) => {
    const { clock, replace, change } = start()
    current.isCompactionDue = true
    await replace()
    current.compact.mockImplementationOnce(compact)
    await clock.advance(200)
    current.isCompactionDue = false
    await change()
    expect(current.append).toHaveBeenCalledTimes(appended)
  })

  test('is not due after the end', async () => {
    const { clock, store, replace } = start()
    current.isCompactionDue = true
    await replace()
    store.release()
    await clock.advance(1000)
    expect([current.compact.mock.calls.length, clock.pendingTimers]).toEqual([0, 0])
  })
})

describe('an erasure', () => {
  test('removes the collection, and forgets its state', async () => {
    const { store, replace, change, housekeeping } = start()
    await replace()
    disk.erase.mockResolvedValueOnce(3)
    await store.erase()
    expect(housekeeping.removed.mock.calls).toEqual([[3]])
    await store.erase()
    expect([housekeeping.removed.mock.calls.length, await change()]).toEqual([1, 'not-owner'])
  })

  test('that fails rejects, and is reported', async () => {
    const started = start()
    disk.erase.mockRejectedValueOnce(new Error('broken'))
    const failure = 'pods could not be deleted: Error: broken'
    expect(await failureOf(started.store.erase())).toContain(failure)
    expect(reportOf(started)).toEqual({ failure })
  })

  test('after the end does nothing', async () => {
    const { store, state } = start()
    state.isOver = true
    await store.erase()
    expect(disk.erase).not.toHaveBeenCalled()
  })
})

describe('a release', () => {
  test('ends the store once, and its report', async () => {
    const started = start()
    const { store, onReleased, housekeeping, replace } = started
    disk.claim.mockRejectedValueOnce(new Error('broken'))
    await replace().catch(() => {})
    store.release()
    store.release()
    expect([onReleased.mock.calls.length, housekeeping.released.mock.calls, reportOf(started)]).toEqual([
      1,
      [['c']],
      {},
    ])
    expect([await replace(), await store.load(signal)]).toEqual(['not-owner', undefined])
  })

  test('aborts what has not begun', async () => {
    const { store, replace } = start()
    let attempt: AbortSignal | undefined
    disk.claim.mockImplementation(async (given: AbortSignal) => {
      attempt = given
      return never()
    })
    void replace().catch(() => {})
    await new Promise<void>(resolve => setImmediate(resolve))
    expect(attempt?.aborted).toBe(false)
    store.release()
    expect(attempt?.aborted).toBe(true)
  })

  test('ends a pause after a large save', async () => {
    const { clock, store, replace } = start({ maxBytes: 100_000_000 })
    const saving = replace([podRow('a/x', 1, { node: 'n'.repeat(5_000_000) })]).catch(() => 'ended')
    await clock.settle()
    expect(clock.pendingTimers).toBe(1)
    store.release()
    await saving
    expect(clock.pendingTimers).toBe(0)
  })
})
