import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { DiskDatabase } from './disk-database.ts'
import { DATABASE_VERSION, STORES } from './disk-schema.ts'
import { Housekeeping } from './housekeeping.ts'
import type { RetentionRules } from './retention.ts'

/** A request to open a database: its promise, and what the browser tells it. */
interface OpenRequest {
  readonly name: string
  readonly version: number
  promise: Promise<unknown>
  resolve(database: unknown): void
  reject(error: unknown): void
  onblocked?: () => void
}

vi.mock('idb', () => ({
  // A request is wrapped as the promise of its database.
  wrap: (request: { readonly promise?: unknown }) => request.promise ?? request,
  unwrap: (database: unknown) => database,
}))
const enforced = vi.hoisted(() => ({ rules: [] as unknown[] }))
vi.mock('./retention.ts', () => ({
  enforceRetention: async (_database: unknown, rules: unknown) => void enforced.rules.push(rules),
}))
const removed = vi.hoisted(() => ({ numbers: [] as number[][] }))
vi.mock('./collection-file.ts', () => ({
  writing: () => ({}),
  removalOf: (_transaction: unknown, numbers: number[]) => numbers,
  commitRequests: async (_transaction: unknown, requests: () => number[]) =>
    void removed.numbers.push([...requests()]),
}))

/** An open connection. */
const connection = (stores: readonly string[] = STORES) => ({
  objectStoreNames: { contains: (name: string) => stores.includes(name) },
  close: vi.fn(),
  onversionchange: undefined as (() => void) | undefined,
  onclose: undefined as (() => void) | undefined,
})

describe('the connection to the database', () => {
  function start(hasFactory = true) {
    const clock = new FakeClock()
    const requests: OpenRequest[] = []
    const factory = {
      open: vi.fn((name: string, version: number) => {
        let [resolve, reject] = [(_: unknown) => {}, (_: unknown) => {}]
        const promise = new Promise((yes, no) => {
          ;[resolve, reject] = [yes, no]
        })
        const request: OpenRequest = { name, version, promise, resolve, reject }
        requests.push(request)
        return request
      }),
    }
    const onState = vi.fn()
    const database = new DiskDatabase({
      ...{ name: 'db', clock, onState, factory: hasFactory ? (factory as unknown as IDBFactory) : undefined },
    })
    const type = () => database.state.type
    const answer = async (given: ReturnType<typeof connection> | Error = connection()) => {
      const request = requests.at(-1)
      if (given instanceof Error) request?.reject(given)
      else request?.resolve(given)
      await clock.settle()
      return given as ReturnType<typeof connection>
    }
    return { clock, requests, onState, database, type, answer }
  }
  const failureOf = (promise: Promise<unknown>) => promise.then(() => 'resolved', String)

  test('is opened once, at its version, and used', async () => {
    const { database, requests, type, answer, onState } = start()
    expect([type(), database.isUsable]).toEqual(['closed', true])
    const used = database.use(async open => open)
    database.open()
    expect([requests.map(({ name, version }) => [name, version]), type()]).toEqual([
      [['db', DATABASE_VERSION]],
      'opening',
    ])
    const open = await answer()
    expect([await used, type(), onState.mock.calls.length]).toEqual([open, 'open', 2])
    database.open()
    expect([await database.use(async each => each), requests.length]).toEqual([open, 1])
    expect(await database.exists()).toBe(true)
  })

  test('is missing without a factory', async () => {
    const { database, type } = start(false)
    database.open()
    expect([type(), database.isUsable, await database.exists()]).toEqual(['missing', false, false])
    expect(await failureOf(database.use(async () => 1))).toContain('IndexedDB is not available')
  })

  test('that fails is opened again after growing pauses, up to five minutes', async () => {
    const { clock, database, requests, type, answer } = start()
    const used = failureOf(database.use(async () => 1))
    await answer(new DOMException('x', 'UnknownError') as unknown as Error)
    expect([type(), database.isUsable, await used]).toEqual([
      ...['failed', false, expect.stringContaining('could not read or write its files')],
    ])
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      const before = requests.length
      await clock.advance(seconds * 1000 - 1)
      expect(requests).toHaveLength(before)
      await clock.advance(1)
      expect(requests).toHaveLength(before + 1)
      await answer(new Error('again'))
    }
    await clock.advance(300_000)
    const open = await answer()
    expect([type(), clock.pendingTimers]).toEqual(['open', 0])
    open.onclose?.()
    await answer(new Error('again'))
    await clock.advance(5000)
    expect(type()).toBe('opening')
  })

  test('that does not open within four seconds is a failure, and may open later', async () => {
    const { clock, database, type, answer, requests } = start()
    const used = failureOf(database.use(async () => 1))
    await clock.advance(3999)
    expect(type()).toBe('opening')
    await clock.advance(1)
    expect([type(), await used]).toEqual([
      'failed',
      expect.stringContaining('opening the database timed out'),
    ])
    expect(await failureOf(database.use(async () => 1))).toContain('timed out')
    expect(await database.exists()).toBe(true)
    await answer()
    expect([type(), requests.length, await database.use(async () => 1)]).toEqual(['open', 1, 1])
  })

  test('that another tab blocks says so', async () => {
    const { database, type, requests, answer, onState } = start()
    database.open()
    requests[0]?.onblocked?.()
    expect(database.state).toMatchObject({
      type: 'failed',
      reason: expect.stringContaining('close that tab'),
    })
    await answer()
    expect(type()).toBe('open')
    const calls = onState.mock.calls.length
    requests[0]?.onblocked?.()
    expect([type(), onState.mock.calls.length]).toEqual(['open', calls])
  })

  test('to a database of another application is a failure', async () => {
    const { database, answer } = start()
    database.open()
    const foreign = await answer(connection(STORES.slice(1)))
    expect([database.state, foreign.close.mock.calls.length]).toMatchObject([
      { type: 'failed', reason: 'the database db has an unknown schema' },
      1,
    ])
  })

  test.each(['onversionchange', 'onclose'] as const)('that is lost by %s is opened again', async event => {
    const { database, type, answer, requests } = start()
    database.open()
    const first = await answer()
    first[event]?.()
    expect([type(), requests.length, first.close.mock.calls.length]).toEqual([
      ...['opening', 2, event === 'onversionchange' ? 1 : 0],
    ])
    const second = await answer()
    first[event]?.()
    expect([type(), requests.length, second.close.mock.calls.length]).toEqual(['open', 2, 0])
  })

  test('that is lost while it is used is used once more', async () => {
    const { database, answer, requests } = start()
    database.open()
    const first = await answer()
    const lost = new DOMException('closed', 'InvalidStateError')
    const work = vi.fn(async (open: unknown) => {
      if (open === first) throw lost
      return 'done'
    })
    const used = database.use(work)
    await new Promise<void>(resolve => setImmediate(resolve))
    expect(requests).toHaveLength(2)
    const second = await answer()
    expect([await used, work.mock.calls]).toEqual(['done', [[first], [second]]])
    const other = database.use(() => Promise.reject(new Error('other')))
    expect([await failureOf(other), requests.length]).toEqual(['Error: other', 2])
  })

  test('that is closed for good is not opened again', async () => {
    const { clock, database, type, answer, requests } = start()
    database.open()
    const open = await answer()
    database.close()
    database.close()
    open.onclose?.()
    database.open()
    expect([type(), open.close.mock.calls.length, requests.length]).toEqual(['ended', 1, 1])
    expect(await failureOf(database.use(async () => 1))).toContain('the disk was closed')
    expect([await database.exists(), database.isUsable, clock.pendingTimers]).toEqual([false, true, 0])
  })

  test.each([
    ['opens', () => connection()],
    ['fails', () => new Error('broken')],
  ])('that is closed before it %s stays closed', async (_, outcome) => {
    const { clock, database, type, answer, onState } = start()
    database.open()
    const calls = onState.mock.calls.length
    database.close()
    const given = outcome()
    await answer(given)
    expect([type(), onState.mock.calls.length, clock.pendingTimers]).toEqual(['ended', calls, 0])
    if ('close' in given) expect(given.close).toHaveBeenCalled()
  })

  test('that has failed leaves no timer when it is closed', async () => {
    const { clock, database, answer } = start()
    database.open()
    await answer(new Error('broken'))
    expect(clock.pendingTimers).toBe(1)
    database.close()
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('housekeeping', () => {
  interface Stored {
    readonly number: number
    readonly owner?: string
    readonly bytes?: number
    readonly usedAt?: number
    readonly savedAt?: number
  }
  const NOW = 10_000_000
  /** A database with these collections. */
  function start(
    stored: readonly Stored[] = [],
    { exists = true, maxBytes = 100, maxAgeMs = 7 * 86_400_000 } = {},
  ) {
    enforced.rules.length = 0
    removed.numbers.length = 0
    const clock = new FakeClock({ now: NOW })
    const collections = stored.map(({ number, owner = 'o', usedAt = 0 }) => ({ number, owner, usedAt }))
    const heads = stored.flatMap(({ number, bytes, savedAt = 0 }) =>
      bytes === undefined ? [] : { number, bytes, savedAt },
    )
    const open = {
      transaction: () => ({
        done: Promise.resolve(),
        objectStore: (name: string) => ({ getAll: async () => (name === 'heads' ? heads : collections) }),
      }),
    }
    const use = vi.fn(async (work: (open: unknown) => unknown) => work(open))
    const onUsage = vi.fn()
    const isOwnerInUse = () => false
    const housekeeping = new Housekeeping({
      database: { use, exists: async () => exists } as never,
      names: { existing: async (texts: readonly string[]) => texts.map(text => `stored ${text}`) } as never,
      ...{ clock, encrypt: true, maxBytes, maxAgeMs, isOwnerInUse, onUsage },
    })
    const uses = (owner: string, collection: string, number: number, bytes: number, savedAt = NOW) =>
      housekeeping.uses(owner, collection, { number, bytes, savedAt } as never)
    return { clock, use, onUsage, isOwnerInUse, housekeeping, uses }
  }
  const sweeps = () => enforced.rules.length

  test('sums the sizes of what an owner has, and reports each change', () => {
    const { housekeeping, uses, onUsage } = start()
    uses('o', 'a', 1, 30)
    uses('o', 'b', 2, 20)
    uses('p', 'c', 3, 5)
    uses('o', 'a', 1, 30)
    expect([housekeeping.bytesOf('o'), housekeeping.bytesOf('p'), onUsage.mock.calls.length]).toEqual([
      50, 5, 3,
    ])
    uses('o', 'a', 1, 31)
    housekeeping.removed(2)
    expect([housekeeping.bytesOf('o'), onUsage.mock.calls.length]).toEqual([31, 5])
    housekeeping.erased('o')
    expect([housekeeping.bytesOf('o'), housekeeping.bytesOf('p'), onUsage.mock.calls.length]).toEqual([
      0, 5, 6,
    ])
  })

  test('sweeps after 15 seconds, then every hour, until it is closed', async () => {
    const { clock, housekeeping } = start()
    housekeeping.start()
    housekeeping.start()
    await clock.advance(14_999)
    expect(sweeps()).toBe(0)
    await clock.advance(1)
    expect(sweeps()).toBe(1)
    await clock.advance(3_599_999)
    expect(sweeps()).toBe(1)
    await clock.advance(1)
    expect(sweeps()).toBe(2)
    housekeeping.close()
    housekeeping.close()
    expect(clock.pendingTimers).toBe(0)
  })

  test.each([
    [90_000, 90_000],
    [1000, 60_000],
  ])('with an age of %d ms at most sweeps every %d ms', async (maxAgeMs, everyMs) => {
    const { clock, housekeeping } = start([], { maxAgeMs })
    housekeeping.start()
    await clock.advance(15_000 + everyMs - 1)
    expect(sweeps()).toBe(1)
    await clock.advance(1)
    expect(sweeps()).toBe(2)
  })

  test('enforces the rules by the stored names of all types, at once', async () => {
    const { clock, housekeeping, isOwnerInUse } = start()
    await housekeeping.sweep()
    const rules = { now: NOW, maxAgeMs: 7 * 86_400_000, encrypt: true, isOwnerInUse }
    expect(enforced.rules).toEqual([{ ...rules, types: undefined }])
    housekeeping.retainOnly(['a'])
    housekeeping.retainOnly(['b', 'a'])
    await clock.settle()
    expect((enforced.rules as RetentionRules[]).slice(1).map(({ types }) => [...(types ?? [])])).toEqual([
      ...[
        ['stored a', 'stored b'],
        ['stored a', 'stored b'],
      ],
    ])
    expect(clock.pendingTimers).toBe(1)
  })

  test('does nothing where there is no database', async () => {
    const { housekeeping, use } = start([], { exists: false })
    await housekeeping.sweep()
    expect([sweeps(), use.mock.calls]).toEqual([0, []])
  })

  test('evicts what was not used for the longest time, until the size is within the limit', async () => {
    const { housekeeping, onUsage } = start([
      { number: 1, bytes: 50, usedAt: 3, savedAt: 9000 },
      { number: 2, bytes: 30, usedAt: 5000 },
      { number: 3, bytes: 30, savedAt: 4000 },
      { number: 4, usedAt: 1 },
      { number: 5, bytes: 30, savedAt: 6000, owner: 'p' },
    ])
    await housekeeping.sweep()
    expect(removed.numbers).toEqual([[4, 3, 2]])
    expect([housekeeping.bytesOf('o'), housekeeping.bytesOf('p'), onUsage.mock.calls.length]).toEqual([
      50, 30, 2,
    ])
    await start([{ number: 1, bytes: 100 }]).housekeeping.sweep()
    expect(removed.numbers).toEqual([])
  })

  test('evicts nothing that is in use here, or was written in the last minute', async () => {
    const stored = [
      { number: 1, bytes: 60, savedAt: 1 },
      { number: 2, bytes: 60, savedAt: NOW - 60_000 },
      { number: 3, bytes: 60, savedAt: NOW + 60_000 },
      { number: 4, bytes: 60, savedAt: NOW - 60_001 },
    ]
    const { housekeeping, uses } = start(stored, { maxBytes: 1000 })
    uses('o', 'a', 1, 60, 1)
    expect([await housekeeping.makeRoom(1000), removed.numbers]).toEqual([true, [[4]]])
    housekeeping.released('a')
    expect([await housekeeping.makeRoom(60), removed.numbers]).toEqual([true, [[4], [1]]])
    expect(await start([]).housekeeping.makeRoom(1)).toBe(false)
  })

  test('sweeps at once when what is in use exceeds the limit, and then once a minute', async () => {
    const { clock, uses } = start()
    uses('o', 'a', 1, 100)
    await clock.settle()
    expect(sweeps()).toBe(0)
    uses('o', 'a', 1, 101)
    uses('o', 'a', 1, 102)
    await clock.settle()
    expect(sweeps()).toBe(1)
    await clock.advance(60_000)
    uses('o', 'a', 1, 103)
    await clock.settle()
    expect(sweeps()).toBe(1)
    await clock.advance(1)
    uses('o', 'a', 1, 104)
    await clock.settle()
    expect(sweeps()).toBe(2)
  })
})
