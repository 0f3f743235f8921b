import { describe, expect, test } from 'vitest'
import type { CachedItem } from '../items/cached-item.ts'
import { CachedObject } from '../items/cached-object.ts'
import { CacherRig, keysOf, podAt } from '../test/cacher-rig.ts'
import { decodeContinue } from './continue-token.ts'

/** Three Pods, the last of them written at 1004, and an unrelated write at 1005. */
function filled(): CacherRig {
  const rig = new CacherRig().load()
  rig.put('first/bar', { labels: { app: 'a' } })
  rig.put('second/foo', { labels: { app: 'b' } })
  rig.put('second/bar')
  rig.put('first/bar', { labels: { app: 'b' } })
  rig.bump()
  return rig
}

describe('lists', () => {
  test('are in key order, at the current revision', async () => {
    const rig = filled()
    const list = await rig.cacher.list({})
    expect(keysOf(list)).toEqual(['first/bar', 'second/bar', 'second/foo'])
    expect(list).toMatchObject({ resourceVersion: '1005', continue: '', remainingItemCount: undefined })
    expect(rig.asked).toEqual([])
  })

  test('with resourceVersion 0 are at the revision of the cache, and complete', async () => {
    const rig = filled()
    const list = await rig.cacher.list({ resourceVersion: '0', limit: 1 })
    expect(keysOf(list)).toHaveLength(3)
    expect(list).toMatchObject({ resourceVersion: '1004', continue: '' })
  })

  test('of past revisions are served by the cache, page by page', async () => {
    const rig = filled()
    const at = async (resourceVersion: string) =>
      keysOf(await rig.cacher.list({ resourceVersion, resourceVersionMatch: 'Exact' }))
    expect(await at('1000')).toEqual([])
    expect(await at('1001')).toEqual(['first/bar'])
    expect(await at('1002')).toEqual(['first/bar', 'second/foo'])
    const first = await rig.cacher.list({ resourceVersion: '1003', limit: 1 })
    expect(first).toMatchObject({ resourceVersion: '1003', remainingItemCount: 2 })
    expect(decodeContinue(first.continue, '')).toEqual({ revision: '1003', startKey: 'first/bar\0' })
    rig.put('second/aaa')
    const second = await rig.cacher.list({ continue: first.continue, limit: 1 })
    expect(keysOf(second)).toEqual(['second/bar'])
    const third = await rig.cacher.list({ continue: second.continue, limit: 1 })
    expect(keysOf(third)).toEqual(['second/foo'])
    expect(third).toMatchObject({ resourceVersion: '1003', continue: '', remainingItemCount: undefined })
    expect(rig.asked).toEqual([])
  })

  test('with selectors end at the limit and have no remaining item count', async () => {
    const rig = filled()
    const list = await rig.cacher.list({ labelSelector: 'app=b', limit: 1 })
    expect(keysOf(list)).toEqual(['first/bar'])
    expect(list.remainingItemCount).toBeUndefined()
    expect(list.continue).not.toBe('')
    const all = await rig.cacher.list({ labelSelector: 'app=b', limit: 2 })
    expect(keysOf(all)).toEqual(['first/bar', 'second/foo'])
    expect(all.continue).toBe('')
  })

  test('of a namespace have relative tokens', async () => {
    const rig = filled()
    const list = await rig.cacher.list({ namespace: 'second', limit: 1 })
    expect(keysOf(list)).toEqual(['second/bar'])
    expect(list.remainingItemCount).toBe(1)
    expect(atob(list.continue)).toContain('"start":"/bar')
    const next = await rig.cacher.list({ namespace: 'second', limit: 1, continue: list.continue })
    expect(keysOf(next)).toEqual(['second/foo'])
  })

  test('of a single object have at most one item; its past states are served by the source', async () => {
    const rig = filled()
    const view = { namespace: 'second', fieldSelector: 'metadata.name=foo' }
    expect(keysOf(await rig.cacher.list({ ...view, limit: 1 }))).toEqual(['second/foo'])
    expect(keysOf(await rig.cacher.list({ namespace: 'x', fieldSelector: 'metadata.name=foo' }))).toEqual([])
    expect(rig.asked).toEqual([])
    await rig.cacher.list({ ...view, resourceVersion: '1002', resourceVersionMatch: 'Exact' })
    expect(rig.asked).toHaveLength(1)
  })

  test('keep the encodings of objects, also of those that the source returns', async () => {
    const rig = filled()
    let encoded = 0
    const encoder = { encode: () => new Uint8Array(++encoded) }
    const encode = (item: CachedItem): void => {
      if (item instanceof CachedObject) item.encoded(encoder)
    }
    const list = await rig.cacher.list({})
    for (const item of list.items) encode(item)
    for (const item of (await rig.cacher.list({})).items) encode(item)
    const fromSource = await rig.cacher.list({
      namespace: 'second',
      fieldSelector: 'metadata.name=foo',
      resourceVersion: '1004',
      resourceVersionMatch: 'Exact',
    })
    for (const item of fromSource.items) encode(item)
    expect(rig.asked).toHaveLength(1)
    expect(encoded).toBe(3)
  })

  test('an invalid selector is an error with the message of the server', async () => {
    const rig = filled()
    await expect(rig.cacher.list({ labelSelector: 'a=b=c' })).rejects.toThrow("found '='")
    await expect(rig.cacher.watch({ fieldSelector: 'a' })).rejects.toThrow("can't understand 'a'")
  })
})

describe('revisions that the cache does not have', () => {
  test('C11: a revision before the initial state is forwarded to the source', async () => {
    const rig = new CacherRig()
    rig.put('ns/old')
    rig.put('ns/new')
    rig.load()
    const list = await rig.cacher.list({ resourceVersion: '1001', resourceVersionMatch: 'Exact' })
    expect(keysOf(list)).toEqual(['ns/old'])
    expect(rig.asked).toMatchObject([{ resourceVersion: '1001', resourceVersionMatch: 'Exact' }])
  })

  test('C11: the error of the source is thrown', async () => {
    const rig = new CacherRig().load()
    rig.list = async () => {
      throw Object.assign(new Error('too old'), { code: 410 })
    }
    const list = rig.cacher.list({ resourceVersion: '900', resourceVersionMatch: 'Exact' })
    await expect(list).rejects.toMatchObject({ code: 410 })
  })

  test('C11: a revision before the history is forwarded, too', async () => {
    const rig = new CacherRig({ historyLimit: 100 }).load()
    for (let each = 0; each < 150; each++) rig.put('ns/pod')
    await rig.cacher.list({ resourceVersion: '1051', resourceVersionMatch: 'Exact' })
    expect(rig.asked).toHaveLength(0)
    await rig.cacher.list({ resourceVersion: '1050', resourceVersionMatch: 'Exact' })
    expect(rig.asked).toHaveLength(1)
  })

  test('C12: after a failed consistency check, past revisions are forwarded until a check passes', async () => {
    const rig = filled()
    const exact = () => rig.cacher.list({ resourceVersion: '1002', resourceVersionMatch: 'Exact' })
    await exact()
    expect(rig.asked).toHaveLength(0)
    rig.cacher.isConsistent = false
    expect(keysOf(await exact())).toHaveLength(2)
    expect(rig.asked).toHaveLength(1)
    rig.cacher.isConsistent = true
    await exact()
    expect(rig.asked).toHaveLength(2)
    const written = rig.put('ns/more').metadata?.resourceVersion
    rig.put('ns/most')
    const list = await rig.cacher.list({ resourceVersion: written, resourceVersionMatch: 'Exact' })
    expect(keysOf(list)).toContain('ns/more')
    expect(rig.asked).toHaveLength(2)
  })

  test('C13: a compaction drops the states before it, but ends no watch', async () => {
    const rig = filled()
    rig.cacher.compact('1003')
    const exact = (resourceVersion: string) =>
      rig.cacher.list({ resourceVersion, resourceVersionMatch: 'Exact' })
    await exact('1003')
    expect(rig.asked).toHaveLength(0)
    await exact('1002')
    expect(rig.asked).toHaveLength(1)
    const reader = await rig.open({ resourceVersion: '1001' })
    expect(reader.received).toHaveLength(3)
  })

  test('no watch can start in a discarded history, and open watches continue', async () => {
    const rig = filled()
    const open = await rig.open({ resourceVersion: '1004' })
    rig.cacher.forgetHistory('1003')
    rig.put('ns/after')
    await rig.clock.settle()
    expect(open.received).toEqual(['A ns/after@1006'])
    const late = await rig.open({ resourceVersion: '1002' })
    expect(late.received).toEqual(['E 410 too old resource version: 1002 (1003)'])
    expect((await rig.open({ resourceVersion: '1003' })).received).toHaveLength(2)
  })
})

describe('waiting', () => {
  test('E18: a consistent list is forwarded after three seconds', async () => {
    const rig = new CacherRig().load()
    rig.stalled = true
    rig.put('ns/foo')
    const list = rig.cacher.list({})
    await rig.clock.advance(2999)
    expect(rig.asked).toHaveLength(0)
    await rig.clock.advance(1)
    expect(keysOf(await list)).toEqual(['ns/foo'])
    expect(rig.asked).toHaveLength(1)
    expect(rig.clock.pendingTimers).toBe(0)
  })

  test('E20: a list not older than a revision is served when the cache reaches it', async () => {
    const rig = new CacherRig().load()
    rig.stalled = true
    rig.put('ns/foo')
    let answered: string | undefined
    const list = rig.cacher.list({ resourceVersion: '1001' }).then(answer => {
      answered = answer.resourceVersion
    })
    await rig.clock.advance(999)
    expect(answered).toBeUndefined()
    rig.flow()
    await list
    expect(answered).toBe('1001')
  })

  test('E20: a list not older than a revision that is never reached is a 504', async () => {
    const rig = new CacherRig().load()
    const list = rig.cacher.list({ resourceVersion: '2000' })
    const refused = expect(list).rejects.toMatchObject({
      code: 504,
      reason: 'Timeout',
      message: 'Timeout: Too large resource version: 2000, current: 1000',
      retryAfterSeconds: 1,
    })
    await rig.clock.advance(3000)
    await refused
  })

  test('C22: progress is requested at once and then every 100 ms while a read waits', async () => {
    const rig = new CacherRig().load()
    rig.stalled = true
    await rig.clock.advance(10_000)
    expect(rig.progressRequests).toBe(0)
    rig.put('ns/foo')
    const one = rig.cacher.list({ resourceVersion: '1001' })
    expect(rig.progressRequests).toBe(1)
    const another = rig.cacher.list({ resourceVersion: '1001' })
    await rig.clock.advance(250)
    expect(rig.progressRequests).toBe(3)
    rig.flow()
    await Promise.all([one, another])
    await rig.clock.advance(1000)
    expect(rig.progressRequests).toBe(3)
    expect(rig.clock.pendingTimers).toBe(0)
  })

  test('ends when the signal of the reader aborts', async () => {
    const rig = new CacherRig().load()
    const stopping = new AbortController()
    const list = rig.cacher.list({ resourceVersion: '2000', signal: stopping.signal })
    stopping.abort(new Error('gone'))
    await expect(list).rejects.toThrow('gone')
    expect(rig.clock.pendingTimers).toBe(0)
  })
})

describe('gets', () => {
  test('without a resourceVersion are forwarded; others are not older than requested', async () => {
    const rig = filled()
    await rig.cacher.get({ namespace: 'second', name: 'foo' })
    expect(rig.gets).toEqual(['second/foo'])
    const found = await rig.cacher.get({ namespace: 'second', name: 'foo', resourceVersion: '1001' })
    expect(found?.resourceVersion).toBe('1002')
    expect(await rig.cacher.get({ namespace: 'x', name: 'foo', resourceVersion: '0' })).toBeUndefined()
    expect(rig.gets).toHaveLength(1)
  })

  test('with an invalid resourceVersion are a 500', async () => {
    const rig = filled()
    const get = (resourceVersion: string) => rig.cacher.get({ namespace: '', name: 'x', resourceVersion })
    const parsing = 'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax'
    await expect(get('abc')).rejects.toMatchObject({ code: 500, reason: 'InternalError', message: parsing })
    await expect(get('123456789012345678901234567890')).rejects.toThrow('value out of range')
  })
})

describe('the feed', () => {
  test('C08: writes contain the previous object; a new state sets the revision and clears the history', async () => {
    const rig = new CacherRig().load()
    const reader = await rig.open({ resourceVersion: '1000', labelSelector: 'app=a' })
    rig.put('ns/foo', { labels: { app: 'a' } })
    rig.put('ns/foo', { labels: { app: 'a' } })
    rig.put('ns/foo', { labels: { app: 'b' } })
    rig.put('ns/foo', { labels: { app: 'a' } })
    rig.remove('ns/foo')
    await rig.clock.settle()
    expect(reader.received).toEqual([
      'A ns/foo@1001',
      'M ns/foo@1002',
      'D ns/foo@1003',
      'A ns/foo@1004',
      'D ns/foo@1005',
    ])
    const left = reader.deliveries[2]
    expect(left?.object).toMatchObject({ metadata: { labels: { app: 'a' }, resourceVersion: '1003' } })
    expect(rig.cacher.size).toBe(0)

    rig.cacher.replace([podAt('ns/new', 1500)], '2000')
    expect(rig.cacher).toMatchObject({ size: 1, resourceVersion: '2000' })
    expect((await rig.open({ resourceVersion: '1999' })).received).toEqual([
      'E 410 too old resource version: 1999 (2000)',
    ])
    expect((await rig.open({ resourceVersion: '2000' })).received).toEqual([])
  })

  test('C08: the deletion of a missing object is progress', () => {
    const rig = new CacherRig().load()
    rig.cacher.delete(podAt('ns/foo', 5), '1007')
    expect(rig.cacher).toMatchObject({ size: 0, resourceVersion: '1007' })
  })

  test('C09: an equal, older or missing resourceVersion is an OutOfOrderError', () => {
    const rig = new CacherRig().load()
    rig.put('ns/foo')
    for (const version of ['1001', '1000', '', 'abc', '0'])
      expect(() => rig.cacher.update(podAt('ns/foo', version))).toThrow(
        expect.objectContaining({ name: 'OutOfOrderError' }),
      )
    expect(() => rig.cacher.delete(podAt('ns/foo', 1001))).toThrow('the feed went back')
    expect(() => rig.cacher.replace([], '')).toThrow('the resourceVersion of a feed must be a number')
    rig.cacher.progress('900')
    expect(rig.cacher.resourceVersion).toBe('1001')
  })

  test('resourceVersions beyond 64 bits are stored and compared as text', async () => {
    const rig = new CacherRig()
    const long = (last: number) => `99999999999999999999999999999${last}`
    rig.cacher.replace([podAt('ns/a', long(1))], long(2))
    const reader = await rig.open({ resourceVersion: long(2) })
    rig.cacher.update(podAt('ns/a', long(3)))
    rig.cacher.update(podAt('ns/a', `1${'0'.repeat(30)}`))
    await rig.clock.settle()
    expect(reader.received).toEqual([`M ns/a@${long(3)}`, `M ns/a@1${'0'.repeat(30)}`])
    const past = await rig.cacher.list({ resourceVersion: long(3), resourceVersionMatch: 'Exact' })
    expect(past.items.map(item => item.resourceVersion)).toEqual([long(3)])
    expect((await rig.open({ resourceVersion: long(1) })).received[0]).toContain('E 410 too old')
  })
})
