import type { CacherListOptions, CacherWatchOptions, Delivery } from '@kube-informer/cacher'
import type { KubernetesObject, Status } from '@kube-informer/core'
import { configMaps } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { createKinds } from '../kinds/create-kinds.ts'
import type { Kind } from '../kinds/kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import { Storage } from './storage.ts'
import { StorageReads } from './storage-reads.ts'

const kind = createKinds().of(configMaps) as Kind

let clock: FakeClock
let storage: Storage
let reads: StorageReads
/** The revisions of the writes: at[1] is the first. */
let at: number[]
beforeEach(() => {
  clock = new FakeClock()
  storage = new Storage(100)
  reads = new StorageReads({ storage, kind, clock, random: () => 0.5 })
  at = [storage.current]
  for (const key of ['n/a', 'n/b', 'm/c', 'n/d']) put(key)
})

function put(key: string, labels: Readonly<Record<string, string>> = {}): void {
  const [namespace, name] = key.split('/')
  const stored = storage.collection(configMaps).put(
    key,
    revision =>
      ({
        kind: 'ConfigMap',
        metadata: { name, namespace, labels, resourceVersion: String(revision) },
      }) as AnyObject,
  )
  at.push(stored.revision)
}
const remove = (key: string) => storage.collection(configMaps).remove(key)

describe('a list', () => {
  const list = async (options: CacherListOptions = {}) => {
    const page = await reads.list(options)
    return {
      names: page.items.map(({ object }) => object.metadata?.name).join(''),
      revision: Number(page.resourceVersion),
      left: page.remainingItemCount,
      token: page.continue,
    }
  }
  const codeOf = (options: CacherListOptions) =>
    reads.list(options).then(
      () => 200,
      (error: { status?: { code?: number; message?: string } }) =>
        `${error.status?.code} ${error.status?.message}`,
    )

  test('has all objects, of all namespaces or one', async () => {
    expect(await list()).toEqual({ names: 'cabd', revision: at[4], left: undefined, token: '' })
    expect(await list({ namespace: 'n' })).toMatchObject({ names: 'abd', left: undefined })
  })

  test('has pages of the limit, with the number that is left', async () => {
    const first = await list({ limit: 3 })
    expect(first).toMatchObject({ names: 'cab', left: 1 })
    put('n/e')
    expect(await list({ limit: 3, continue: first.token })).toEqual({
      ...{ names: 'd', revision: at[4], left: undefined, token: '' },
    })
    expect(await list({ limit: 5 })).toMatchObject({ names: 'cabde', token: '' })
  })

  test('with a selector does not say how many are left', async () => {
    put('n/b', { x: '1' })
    put('n/d', { x: '1' })
    expect(await list({ limit: 1, labelSelector: 'x=1' })).toMatchObject({ names: 'b', left: undefined })
    expect((await list({ limit: 1, labelSelector: 'x=1' })).token).not.toBe('')
    expect(await list({ limit: 1, fieldSelector: 'metadata.name=a' })).toMatchObject({
      names: 'a',
      left: undefined,
    })
    expect(await list({ labelSelector: 'x=1', fieldSelector: 'metadata.name=d' })).toMatchObject({
      names: 'd',
    })
  })

  test.each<[CacherListOptions['resourceVersionMatch'], number | undefined, string, number]>([
    ['Exact', undefined, 'a', 1],
    ['NotOlderThan', undefined, 'cabd', 4],
    ['NotOlderThan', 1, 'c', 4],
    [undefined, undefined, 'cabd', 4],
    [undefined, 1, 'a', 1],
  ])('at a revision, %s with the limit %s', async (resourceVersionMatch, limit, names, revision) => {
    const options = {
      resourceVersion: String(at[1]),
      ...(resourceVersionMatch && { resourceVersionMatch }),
      ...(limit && { limit }),
    }
    expect(await list(options)).toMatchObject({ names, revision: at[revision] })
  })

  test('of the future, or of what a compaction removed, is rejected', async () => {
    const current = storage.current
    expect(await codeOf({ resourceVersion: String(current) })).toBe(200)
    expect(await codeOf({ resourceVersion: String(current + 1) })).toMatch(
      /^504 Timeout: Too large resource version/,
    )
    storage.compact(current)
    expect(await codeOf({ resourceVersion: String(current), resourceVersionMatch: 'Exact' })).toBe(200)
    expect(await codeOf({ resourceVersion: String(current - 1), resourceVersionMatch: 'Exact' })).toMatch(
      /^410 /,
    )
    expect(await codeOf({ resourceVersion: String(current - 1) })).toBe(200)
  })

  test('continues without a resourceVersion, at its own', async () => {
    const { token } = await list({ limit: 2 })
    expect(await codeOf({ continue: token, resourceVersion: '0' })).toBe(200)
    expect(await codeOf({ continue: token, resourceVersion: String(at[1]) })).toBe(
      '400 specifying resource version is not allowed when using continue',
    )
    put('n/e')
    storage.compact(storage.current)
    const expired = await codeOf({ continue: token })
    expect(expired).toMatch(/^410 /)
  })

  test('that expired continues with what is current', async () => {
    const { token } = await list({ limit: 2 })
    put('n/e')
    storage.compact(storage.current)
    const error = (await reads.list({ continue: token }).catch((thrown: unknown) => thrown)) as {
      status: { metadata?: { continue?: string } }
    }
    expect(await list({ continue: error.status.metadata?.continue ?? '', limit: 1 })).toMatchObject({
      names: 'b',
      revision: storage.current,
      left: 2,
    })
  })
})

describe('a get', () => {
  test('is at the current state, and not of the future', async () => {
    const get = (resourceVersion?: string) =>
      reads.get({ namespace: 'n', name: 'a', ...(resourceVersion && { resourceVersion }) })
    expect((await get())?.object.metadata?.name).toBe('a')
    expect(await get(String(storage.current))).toBe(await get('0'))
    await expect(get(String(storage.current + 1))).rejects.toThrow('Too large resource version')
    expect(await reads.get({ namespace: 'n', name: 'none' })).toBeUndefined()
  })
})

const objectOf = (delivery: Delivery) => ('subject' in delivery ? delivery.subject.object : delivery.object)

/** `ADDED a`, `ERROR 410`, `BOOKMARK`. */
function textOf(delivery: Delivery): string {
  const object = objectOf(delivery) as KubernetesObject & Status
  return `${delivery.type} ${object.metadata?.name ?? object.code ?? ''}`.trim()
}

describe('a watch', () => {
  const open = (options: CacherWatchOptions = {}) => reads.watch(options)
  const taken = async (options: CacherWatchOptions) => (await open(options)).take().map(textOf)
  const STATE = ['ADDED c', 'ADDED a', 'ADDED b', 'ADDED d']

  test.each<[CacherWatchOptions, readonly string[]]>([
    [{}, STATE],
    [{ resourceVersion: '0' }, STATE],
    [{ resourceVersion: '0', sendInitialEvents: false }, []],
    [{ sendInitialEvents: true }, STATE],
    [{ sendInitialEvents: true, allowWatchBookmarks: true }, [...STATE, 'BOOKMARK']],
    [{ allowWatchBookmarks: true, resourceVersion: '0' }, STATE],
    [{ namespace: 'm' }, ['ADDED c']],
  ])('with %j starts with %j', async (options, expected) => {
    expect(await taken(options)).toEqual(expected)
  })

  test('from a revision starts with what it missed', async () => {
    const from = (index: number) => ({ resourceVersion: String(at[index]) })
    put('n/a', { x: '1' })
    remove('n/b')
    expect(await taken(from(3))).toEqual(['ADDED d', 'MODIFIED a', 'DELETED b'])
    expect(await taken({ ...from(3), labelSelector: 'x=1' })).toEqual(['ADDED a'])
    expect(await taken({ ...from(3), sendInitialEvents: true, namespace: 'm' })).toEqual(['ADDED c'])
    storage.compact(storage.current)
    expect(await taken(from(3))).toEqual(['ERROR 410'])
  })

  test('of the future with initial events is rejected with a time to wait', async () => {
    const watch = await open({ resourceVersion: String(storage.current + 1), sendInitialEvents: true })
    const [error] = watch.take()
    expect(error && objectOf(error)).toMatchObject({ code: 504, details: { retryAfterSeconds: 2 } })
    expect([watch.hasUnread, watch.isOver, watch.take()]).toEqual([false, true, []])
    expect(await taken({ resourceVersion: String(storage.current), sendInitialEvents: true })).toEqual(STATE)
  })

  test('lasts for its timeout, or for a random time', async () => {
    const watch = await open({ timeoutSeconds: 5 })
    expect(watch.deadline).toBe(clock.now() + 5_000)
    await clock.advance(5_000)
    expect(watch.take()).toHaveLength(4)
    expect([watch.isOver, clock.pendingTimers]).toEqual([true, 0])
    expect((await open()).deadline).toBe(clock.now() + 45 * 60_000)
  })

  test('follows writes until it is closed', async () => {
    const watch = await open({ resourceVersion: String(storage.current) })
    put('n/e')
    expect(watch.take(1).map(textOf)).toEqual(['ADDED e'])
    watch.close()
    put('n/f')
    expect([watch.take(), watch.isOver, clock.pendingTimers]).toEqual([[], true, 0])
  })

  test('ends when its queue is full', async () => {
    const watch = await open({ resourceVersion: String(storage.current), queueSize: 2 })
    put('n/e')
    expect(watch.isOver).toBe(false)
    put('n/f')
    put('n/g')
    expect(watch.isOver).toBe(false)
    expect(watch.take().map(textOf)).toEqual(['ADDED e', 'ADDED f'])
    expect(watch.isOver).toBe(true)
  })

  test('is read until it is over, and closed by its reader', async () => {
    const watch = await open({ resourceVersion: String(storage.current), queueSize: 2 })
    const seen: string[] = []
    const reading = (async () => {
      for await (const deliveries of watch) seen.push(...deliveries.map(textOf))
    })()
    await clock.settle()
    put('n/e')
    await clock.settle()
    expect(seen).toEqual(['ADDED e'])
    put('n/f')
    put('n/g')
    await reading
    expect([seen, clock.pendingTimers]).toEqual([['ADDED e', 'ADDED f', 'ADDED g'], 0])
    const other = await open()
    for await (const _deliveries of other) break
    put('n/h')
    expect([other.isOver, clock.pendingTimers]).toEqual([true, 0])
  })

  test('tells its reader once of a burst, and of its end', async () => {
    const watch = await open({ resourceVersion: String(storage.current) })
    let calls = 0
    watch.onReadable(() => calls++)
    put('n/e')
    put('n/f')
    await clock.settle()
    expect(calls).toBe(1)
    watch.end()
    watch.end()
    await clock.settle()
    expect(calls).toBe(2)
  })
})
