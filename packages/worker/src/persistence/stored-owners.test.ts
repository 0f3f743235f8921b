import { FakeClock, seededRandom } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { canStoreKeys } from './can-store-keys.ts'
import { commitRequests } from './collection-file.ts'
import type { DiskDatabase } from './disk-database.ts'
import { DiskError } from './disk-error.ts'
import { Owners } from './owners.ts'
import { DigestedNames, plainNames } from './stored-names.ts'

/** A database in memory: its stores have neither indexes nor ranges. */
function memoryDatabase() {
  const stores = new Map<string, Map<unknown, unknown>>()
  const modes: string[] = []
  const storeOf = (name: string) => {
    const records = stores.get(name) ?? new Map<unknown, unknown>()
    stores.set(name, records)
    return {
      get: async (key: unknown) => records.get(key),
      put: async (value: { readonly id?: string }, key?: unknown) => records.set(key ?? value.id, value),
    }
  }
  const open = {
    transaction(name: string, mode: string) {
      modes.push(`${name} ${mode}`)
      return { store: storeOf(name), done: Promise.resolve(), error: null, abort() {} }
    },
  }
  // As transactions are: one after the other.
  let last: Promise<unknown> = Promise.resolve()
  const use = vi.fn(async (work: (given: unknown) => unknown) => {
    const result = last.then(() => work(open))
    last = result
    return result
  })
  const recordsOf = (name: string) => [...(stores.get(name)?.values() ?? [])]
  return { database: { use } as unknown as DiskDatabase, use, modes, stores, recordsOf }
}

describe('the owners of a host', () => {
  const alice = { server: 's', identity: 'alice' }
  const text = '["s","alice"]'

  function start({ encrypt = false } = {}) {
    const clock = new FakeClock({ now: 1000 })
    const memory = memoryDatabase()
    const { database } = memory
    const another = () =>
      new Owners({ database, names: plainNames, clock, crypto, random: seededRandom(1), encrypt })
    return { ...memory, another, owners: another() }
  }

  test('have a record that is created once, for all hosts', async () => {
    const { owners, another, modes, recordsOf } = start()
    const generation = owners.generation(alice)
    expect([generation.id, owners.storedName(alice), owners.has(text)]).toEqual([undefined, undefined, false])
    const record = await generation.record()
    expect(record).toEqual({ id: text, incarnation: expect.stringMatching(/.{16,}/), createdAt: 1000 })
    expect(record).not.toHaveProperty('key')
    expect([generation.id, owners.storedName(alice), owners.has(text), owners.has('other')]).toEqual([
      ...[text, text, true, false],
    ])
    expect(await another().generation(alice).record()).toBe(record)
    expect(await generation.record()).toBe(record)
    expect([modes, recordsOf('owners')]).toEqual([
      ['owners readonly', 'owners readwrite', 'owners readonly'],
      [record],
    ])
  })

  test('that two hosts create at once are one', async () => {
    const { another, recordsOf } = start()
    const [one, two] = await Promise.all([another(), another()].map(each => each.generation(alice).record()))
    expect([one, recordsOf('owners').length]).toEqual([two, 1])
  })

  test('have a key where data is encrypted', async () => {
    const { owners } = start({ encrypt: true })
    const { key } = await owners.generation(alice).record()
    expect([key?.extractable, key?.type]).toEqual([false, 'secret'])
  })

  test('are read again after a failure', async () => {
    const { owners, use } = start()
    const generation = owners.generation(alice)
    use.mockRejectedValueOnce(new Error('locked'))
    await expect(Promise.all([generation.record(), generation.record()])).rejects.toThrow('locked')
    expect(use).toHaveBeenCalledTimes(1)
    expect(await generation.record()).toMatchObject({ id: text })
  })

  test('have another generation after the end of one', async () => {
    const { owners } = start()
    const first = owners.generation(alice)
    await first.record()
    expect([owners.generation(alice), first.isOver]).toEqual([first, false])
    owners.end({ server: 's', identity: 'bob' })
    owners.end(alice)
    expect([first.isOver, owners.storedName(alice), owners.has(text)]).toEqual([true, undefined, false])
    const second = owners.generation(alice)
    expect([second === first, second.isOver]).toEqual([false, false])
  })
})

describe('the names on disk', () => {
  test('may be the texts themselves', async () => {
    expect([await plainNames.of(['a', 'b']), await plainNames.existing(['c'])]).toEqual([['a', 'b'], ['c']])
  })

  test('are digests with a key that is created once', async () => {
    const { database, recordsOf, stores } = memoryDatabase()
    const names = new DigestedNames({ database, crypto })
    expect([await names.existing(['a']), stores.get('keys')?.size]).toEqual([[], 0])
    const [a, b] = await names.of(['a', 'b'])
    expect([a, b]).toEqual([expect.stringMatching(/^[\w+/]{43}=$/), expect.stringMatching(/^[\w+/]{43}=$/)])
    expect([a === b, await names.existing(['a']), recordsOf('keys').length]).toEqual([false, [a], 1])
    expect(await new DigestedNames({ database, crypto }).of(['b', 'a'])).toEqual([b, a])
    const [inContext] = await names.of(['a'], 'c')
    expect([inContext === a, (await names.of(['a'], ''))[0]]).toEqual([false, a])
    expect(recordsOf('keys')).toEqual([expect.objectContaining({ extractable: false, usages: ['sign'] })])
  })

  test('that two tabs create at once have one key', async () => {
    const { database, recordsOf } = memoryDatabase()
    const tabs = [1, 2].map(() => new DigestedNames({ database, crypto }).of(['a']))
    const [one, two] = await Promise.all(tabs)
    expect([one, recordsOf('keys').length]).toEqual([two, 1])
  })

  test('are none without WebCrypto', async () => {
    const { database } = memoryDatabase()
    const names = new DigestedNames({ database, crypto: undefined })
    expect(await names.existing(['a'])).toEqual([])
    await expect(names.of(['a'])).rejects.toBeInstanceOf(DiskError)
  })

  test('need a scope that can store keys', async () => {
    expect([await canStoreKeys(crypto), await canStoreKeys(undefined)]).toEqual([true, true])
    const clone = vi.spyOn(globalThis, 'structuredClone').mockImplementation(() => {
      throw new DOMException('no document', 'DataCloneError')
    })
    try {
      expect([await canStoreKeys(crypto), await canStoreKeys(undefined)]).toEqual([false, true])
      const { database, recordsOf } = memoryDatabase()
      const names = new DigestedNames({ database, crypto })
      await expect(names.of(['a'])).rejects.toThrow('cannot store encryption keys')
      expect(recordsOf('keys')).toEqual([])
    } finally {
      clone.mockRestore()
    }
  })
})

describe('the requests of a transaction', () => {
  const start = (done: Promise<void>, error: DOMException | null = null) => {
    const abort = vi.fn()
    done.catch(() => {})
    return { transaction: { done, error, abort }, abort }
  }
  const failing = (message: string) => Promise.reject(new Error(message))

  test('are committed together', async () => {
    const { transaction, abort } = start(Promise.resolve())
    await commitRequests(transaction, () => [Promise.resolve(), Promise.resolve()])
    expect(abort).not.toHaveBeenCalled()
  })

  test('reject with the error of the transaction, or else the first of a request, or else their own', async () => {
    const aborted = new DOMException('aborted', 'AbortError')
    const later = () =>
      new Promise<void>((_, reject) => setImmediate(() => reject(new Error('transaction failed'))))
    const whole = start(later(), aborted)
    await expect(commitRequests(whole.transaction, () => [failing('first')])).rejects.toBe(aborted)
    expect(whole.abort).toHaveBeenCalledTimes(1)
    const request = start(later())
    const requests = () => [failing('first'), failing('second')]
    await expect(commitRequests(request.transaction, requests)).rejects.toThrow('first')
    const own = start(later())
    await expect(commitRequests(own.transaction, () => [])).rejects.toThrow('transaction failed')
  })

  test('reject with what one throws at once, also if the transaction has ended', async () => {
    const { transaction, abort } = start(Promise.resolve())
    abort.mockImplementation(() => {
      throw new DOMException('it has finished', 'InvalidStateError')
    })
    const requests = () => {
      throw new TypeError('no key')
    }
    await expect(commitRequests(transaction, requests)).rejects.toThrow('no key')
    expect(abort).toHaveBeenCalledTimes(1)
  })
})
