import { StatusError } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { namesOf, typeId } from './collection-names.ts'
import { databaseExists, deleteDatabase, factoryOf } from './database-files.ts'
import { DisabledDisk } from './disabled-disk.ts'
import { DamagedError, DiskError, describeFailure, errorName } from './disk-error.ts'
import type { CollectionAddress } from './snapshot-disk.ts'

type Events = Record<'onsuccess' | 'onerror' | 'onupgradeneeded', (() => void) | null>

/** A factory whose requests a test answers. */
function fakeFactory() {
  const transaction = { abort: vi.fn() }
  const result = { close: vi.fn() }
  const requests: (Events & { error?: Error })[] = []
  const request = vi.fn((_name: string) => {
    const made = { onsuccess: null, onerror: null, onupgradeneeded: null, transaction, result }
    requests.push(made)
    return made
  })
  const factory = { open: request, deleteDatabase: request } as unknown as IDBFactory
  const fail = (error: Error) => {
    const last = requests.at(-1)
    Object.assign(last ?? {}, { error })
    last?.onerror?.()
  }
  return { factory, request, requests, transaction, result, fail }
}

const quota = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' })

describe('a database', () => {
  test('exists if it opens without an upgrade', async () => {
    const { factory, request, requests, result, transaction } = fakeFactory()
    const exists = databaseExists(factory, 'db')
    requests[0]?.onsuccess?.()
    expect([await exists, request.mock.calls]).toEqual([true, [['db']]])
    expect([result.close.mock.calls.length, transaction.abort.mock.calls.length]).toEqual([1, 0])
  })

  test('that is new is not created', async () => {
    const { factory, requests, transaction, fail } = fakeFactory()
    const exists = databaseExists(factory, 'db')
    requests[0]?.onupgradeneeded?.()
    expect(transaction.abort).toHaveBeenCalledTimes(1)
    fail(new Error('aborted'))
    expect(await exists).toBe(false)
  })

  test('that does not open is a failure', async () => {
    const { factory, fail } = fakeFactory()
    const exists = databaseExists(factory, 'db')
    fail(quota())
    await expect(exists).rejects.toThrow('full')
  })

  test('is deleted, or is not', async () => {
    const { factory, requests, fail } = fakeFactory()
    const deleted = deleteDatabase(factory, 'db')
    requests[0]?.onsuccess?.()
    expect(await deleted).toBeUndefined()
    const failed = deleteDatabase(factory, 'db')
    fail(quota())
    await expect(failed).rejects.toThrow('full')
  })

  test('is that of the platform, unless another factory or none is given', () => {
    const { factory } = fakeFactory()
    expect([factoryOf({ indexedDB: factory }), factoryOf({ indexedDB: null })]).toEqual([factory, undefined])
    expect(factoryOf({})).toBe(globalThis.indexedDB)
  })
})

describe('a disabled disk', () => {
  function start() {
    const clock = new FakeClock()
    const fake = fakeFactory()
    const disk = new DisabledDisk({ name: 'db', factory: fake.factory, clock })
    const changes = vi.fn()
    disk.subscribeStatus(changes)
    return { ...fake, clock, disk, changes }
  }
  const OFF = { state: 'off', reason: 'persistence is disabled' }
  const failed = (why: string) => ({
    state: 'off',
    reason: `persistence is disabled, but the database db of an earlier version could not be deleted: ${why}`,
  })

  test('deletes what an earlier build stored', async () => {
    const { disk, request, requests, changes, clock } = start()
    disk.retainOnly()
    expect(request.mock.calls).toEqual([['db']])
    requests[0]?.onsuccess?.()
    await clock.settle()
    expect([disk.status(), changes.mock.calls.length, clock.pendingTimers]).toEqual([OFF, 0, 0])
  })

  test('reports a failure, until a later deletion succeeds', async () => {
    const { disk, requests, changes, fail, clock } = start()
    const first = disk.erase()
    fail(quota())
    const full = failed('the storage quota of this origin is exceeded')
    await expect(first).rejects.toThrow(full.reason.slice(29))
    expect([disk.status(), changes.mock.calls.length]).toEqual([full, 1])
    const again = disk.erase()
    fail(quota())
    await expect(again).rejects.toBeInstanceOf(DiskError)
    expect(changes).toHaveBeenCalledTimes(1)
    const last = disk.erase()
    requests.at(-1)?.onsuccess?.()
    await last
    await clock.settle()
    expect([disk.status(), changes.mock.calls.length]).toEqual([OFF, 2])
  })

  test('waits 15 s for other tabs, and is done when they have closed the database', async () => {
    const { disk, requests, clock } = start()
    let failure: unknown
    disk.erase().catch((error: unknown) => {
      failure = error
    })
    await clock.advance(14_999)
    expect(failure).toBeUndefined()
    await clock.advance(1)
    const open = failed('it is open in another tab; close that tab')
    expect([failure instanceof DiskError, disk.status()]).toEqual([true, open])
    requests[0]?.onsuccess?.()
    await clock.settle()
    expect(disk.status()).toEqual(OFF)
  })

  test('notifies no subscriber once it is closed', async () => {
    const { disk, changes, fail } = start()
    disk.close()
    const erased = disk.erase()
    fail(quota())
    await expect(erased).rejects.toThrow()
    expect(changes).not.toHaveBeenCalled()
  })

  test('has no rows and takes none; without a factory there is nothing to delete', async () => {
    const disk = new DisabledDisk({ name: 'db', factory: undefined, clock: new FakeClock() })
    await disk.erase()
    const { load, save, erase, firstPaint } = disk.collection()
    const { signal } = new AbortController()
    expect(await load(signal)).toBeUndefined()
    expect(await save({ type: 'replace', objects: [], resourceVersion: '1' }, signal)).toBe('not-owner')
    expect([await erase(), await firstPaint.load('a')]).toEqual([undefined, undefined])
    expect(disk.status()).toEqual(OFF)
  })
})

describe('a failure', () => {
  test.each<[unknown, string]>([
    [new DiskError('no key'), 'no key'],
    [new DamagedError('cut'), 'cut'],
    [quota(), 'the storage quota of this origin is exceeded'],
    [new DOMException('x', 'AbortError'), 'the browser aborted a transaction'],
    [new DOMException('odd', 'OddError'), 'OddError: odd'],
    [new TypeError('a bug'), 'TypeError: a bug'],
    [new StatusError({ code: 500, message: 'no' }), 'StatusError: no'],
    ['text', 'text'],
    [null, 'null'],
    [{ name: 'Other' }, 'Other: [object Object]'],
  ])('%o is described as %s', (error, text) => {
    expect(describeFailure(error)).toBe(text)
  })

  test('has a name, also one of another realm', () => {
    expect([quota(), { name: 7 }, {}, null, undefined, 'text'].map(errorName)).toEqual([
      ...['QuotaExceededError', '7', '', '', '', ''],
    ])
  })
})

describe('the names of a collection', () => {
  const address = (scope: CollectionAddress['scope']): CollectionAddress => ({
    ...{ server: 's', identity: 'i', resource: pods, scope, shape: 'h' },
  })

  test('have its owner, its type and its scope', () => {
    expect(namesOf(address({ namespace: 'n', labelSelector: 'l', fieldSelector: 'f' }))).toEqual({
      owner: '["s","i"]',
      id: '["s","i","","v1","pods","n","l","f"]',
      type: '["","v1","pods","h"]',
      title: 'v1/pods in namespace "n"',
    })
    expect(namesOf(address({}))).toMatchObject({
      ...{ id: '["s","i","","v1","pods","","",""]', title: 'v1/pods' },
    })
    expect(typeId(address({}))).toBe('["","v1","pods","h"]')
  })
})
