import type { KubernetesObject, Row } from '@kube-informer/core'
import { nodes, pods } from '@kube-informer/core/resources'
import { describe, expect, test, vi } from 'vitest'
import { podRow } from '../../test/rows.ts'
import type { WriteRequest } from '../../wire/calls.ts'
import { hasFinalizers } from './has-finalizers.ts'
import { hasPatch } from './has-patch.ts'
import { isReached, type KnownState } from './known-state.ts'
import { hasEffect, optimisticEffect } from './optimistic-effect.ts'
import { checkedWrite, sendWrite } from './send-write.ts'
import { type OverlayReader, WriteOverlay } from './write-overlay.ts'
import { WriteQueues } from './write-queues.ts'

const NOW = '2026-01-01T00:00:00Z'
const metadata = { name: 'a', namespace: 'd', uid: 'u', resourceVersion: '7' }
const POD = { kind: 'Pod', apiVersion: 'v1', metadata, spec: { nodeName: 'n' } } as KubernetesObject
const at = { name: 'a', namespace: 'd' }
const effectOf = (write: object, optimistic?: unknown) =>
  optimisticEffect(write as WriteRequest, optimistic, NOW)

describe('a write probably changes an object', () => {
  const other = { ...POD, spec: { nodeName: 'other' } }
  test.each<[string, object, unknown, KubernetesObject | undefined, unknown]>([
    ['that is created', { verb: 'create', object: other }, undefined, undefined, other],
    ['that exists already not at all', { verb: 'create', object: other }, undefined, POD, POD],
    [
      'that is applied',
      { verb: 'apply', object: { spec: { x: 1 } } },
      undefined,
      POD,
      { ...POD, spec: { nodeName: 'n', x: 1 } },
    ],
    ['that is applied first', { verb: 'apply', object: other }, undefined, undefined, other],
    [
      'by a merge patch',
      { verb: 'patch', object: at, patch: { spec: null } },
      undefined,
      POD,
      { kind: 'Pod', apiVersion: 'v1', metadata },
    ],
    [
      'that does not exist not at all',
      { verb: 'patch', object: at, patch: { spec: null } },
      undefined,
      undefined,
      undefined,
    ],
    [
      'as the page says',
      { verb: 'patch', object: at, patch: [], options: { type: 'json' } },
      { spec: { nodeName: 'x' } },
      POD,
      { ...POD, spec: { nodeName: 'x' } },
    ],
    [
      'in its scale',
      {
        verb: 'patch',
        object: at,
        patch: { spec: { replicas: 3, x: 1 } },
        options: { subresource: 'scale' },
      },
      undefined,
      POD,
      { ...POD, spec: { nodeName: 'n', replicas: 3 } },
    ],
    [
      'in its replaced scale',
      { verb: 'replace', object: { metadata: at, spec: { replicas: 0 } }, options: { subresource: 'scale' } },
      undefined,
      POD,
      { ...POD, spec: { nodeName: 'n', replicas: 0 } },
    ],
    [
      'in its status',
      {
        verb: 'patch',
        object: at,
        patch: { spec: { x: 1 }, status: { y: 2 } },
        options: { subresource: 'status' },
      },
      undefined,
      POD,
      { ...POD, status: { y: 2 } },
    ],
  ])('%s', (_, write, optimistic, before, after) => {
    expect(effectOf(write, optimistic)?.(before)).toEqual(after)
  })

  test.each<[string, object, unknown]>([
    ['by a JSON patch', { verb: 'patch', object: at, patch: [], options: { type: 'json' } }, undefined],
    [
      'by a strategic patch',
      { verb: 'patch', object: at, patch: {}, options: { type: 'strategic' } },
      undefined,
    ],
    ['by an eviction', { verb: 'create', object: POD, options: { subresource: 'eviction' } }, undefined],
    ['against the wish of the page', { verb: 'patch', object: at, patch: {} }, false],
    [
      'by a scale without replicas',
      { verb: 'patch', object: at, patch: { spec: {} }, options: { subresource: 'scale' } },
      undefined,
    ],
    [
      'by a scale whose replicas are not a number',
      { verb: 'patch', object: at, patch: { spec: { replicas: '3' } }, options: { subresource: 'scale' } },
      undefined,
    ],
    [
      'by a JSON patch of its status',
      { verb: 'patch', object: at, patch: [], options: { subresource: 'status', type: 'json' } },
      undefined,
    ],
  ])('in a way that is not known %s', (_, write, optimistic) => {
    expect(effectOf(write, optimistic)).toBeUndefined()
  })

  test('that is replaced keeps its status, and has that of the replacement', () => {
    const before = { ...POD, status: { phase: 'Running' } }
    const replace = (object: object) => effectOf({ verb: 'replace', object })?.(before)
    expect(replace(other)).toEqual({ ...other, status: { phase: 'Running' } })
    expect(replace({ ...other, status: { phase: 'Failed' } })).toEqual({
      ...other,
      status: { phase: 'Failed' },
    })
    expect(effectOf({ verb: 'replace', object: other })?.(POD)).not.toHaveProperty('status')
  })
})

describe('an object that is deleted', () => {
  const deleted = (object: object, options?: object) =>
    effectOf({ verb: 'delete', object: at, ...(options && { options }) })?.({
      ...POD,
      ...object,
    } as KubernetesObject)
  const isMarked = (object: KubernetesObject | undefined) => object?.metadata?.deletionTimestamp === NOW
  const graceful = { spec: { terminationGracePeriodSeconds: 30 } }

  test.each<[string, object, object | undefined, 'gone' | 'marked']>([
    ['at once', {}, undefined, 'gone'],
    ['with a grace period that it does not have', {}, { gracePeriodSeconds: 5 }, 'gone'],
    ['with its grace period', graceful, undefined, 'marked'],
    ['with a grace period', graceful, { gracePeriodSeconds: 1 }, 'marked'],
    ['without its grace period', graceful, { gracePeriodSeconds: 0 }, 'gone'],
    ['with finalizers', { metadata: { ...metadata, finalizers: ['f'] } }, undefined, 'marked'],
    ['in the foreground', {}, { propagationPolicy: 'Foreground' }, 'marked'],
    ['without its dependents', {}, { propagationPolicy: 'Orphan' }, 'marked'],
    ['in the background', {}, { propagationPolicy: 'Background' }, 'gone'],
    ['with its uid', {}, { preconditions: { uid: 'u' } }, 'gone'],
  ])('%s is %4$s', (_, object, options, expected) => {
    const result = deleted(object, options)
    if (expected === 'gone') expect(result).toBeUndefined()
    else expect(isMarked(result)).toBe(true)
  })

  test('with another uid stays, and one that is marked already keeps its mark', () => {
    expect(deleted({}, { preconditions: { uid: 'other' } })).toEqual(POD)
    const before = { ...graceful, metadata: { ...metadata, deletionTimestamp: 'before' } }
    expect(deleted(before)?.metadata?.deletionTimestamp).toBe('before')
    expect(effectOf({ verb: 'delete', object: at })?.(undefined)).toBeUndefined()
  })

  test.each<[object, boolean]>([
    [{}, false],
    [{ metadata: { finalizers: [] } }, false],
    [{ metadata: { finalizers: ['f'] } }, true],
    [{ spec: { finalizers: [] } }, false],
    [{ spec: { finalizers: ['kubernetes'] } }, true],
    [{ spec: { finalizers: 'text' } }, false],
    [{ spec: null }, false],
  ])('%j has finalizers: %s', (object, expected) => {
    expect(hasFinalizers(object as KubernetesObject)).toBe(expected)
  })
})

describe('an object that was read after a write', () => {
  const marked = { ...POD, metadata: { ...metadata, deletionTimestamp: NOW } }
  test.each<[string, object, KubernetesObject | undefined, string, boolean]>([
    ['is gone', { verb: 'delete', object: at }, undefined, 'u', true],
    ['is being deleted', { verb: 'delete', object: at }, marked, 'u', true],
    ['is another one', { verb: 'delete', object: at }, POD, 'before', true],
    ['is the same one', { verb: 'delete', object: at }, POD, 'u', false],
    ['may be the same one', { verb: 'delete', object: at }, POD, '', false],
    [
      'was replaced',
      { verb: 'replace', object: { ...POD, metadata: { ...metadata, resourceVersion: '6' } } },
      POD,
      'u',
      true,
    ],
    ['was not replaced', { verb: 'replace', object: POD }, POD, 'u', false],
    ['was created', { verb: 'create', object: { ...POD, metadata: at, status: { x: 1 } } }, POD, '', true],
    [
      'was created with another spec',
      { verb: 'create', object: { ...POD, spec: { nodeName: 'x' } } },
      POD,
      '',
      false,
    ],
    ['was not created', { verb: 'create', object: POD }, undefined, '', false],
    ['was patched', { verb: 'patch', object: at, patch: { spec: { nodeName: 'n' } } }, POD, '', true],
    ['was not patched', { verb: 'patch', object: at, patch: { spec: { nodeName: 'x' } } }, POD, '', false],
    [
      'was patched somehow',
      { verb: 'patch', object: at, patch: [], options: { type: 'json' } },
      POD,
      '',
      false,
    ],
    ['was evicted', { verb: 'create', object: POD, options: { subresource: 'eviction' } }, POD, '', false],
    [
      'was scaled',
      { verb: 'patch', object: at, patch: { spec: { replicas: 2 } }, options: { subresource: 'scale' } },
      { ...POD, spec: { replicas: 2 } } as KubernetesObject,
      '',
      true,
    ],
    [
      'was not scaled',
      { verb: 'patch', object: at, patch: { spec: { replicas: 2 } }, options: { subresource: 'scale' } },
      POD,
      '',
      false,
    ],
    [
      'has the status',
      { verb: 'replace', object: { metadata: {}, status: { x: 1 } }, options: { subresource: 'status' } },
      { ...POD, status: { x: 1 } } as KubernetesObject,
      '',
      true,
    ],
    [
      'was applied',
      {
        verb: 'apply',
        object: { ...POD, metadata: { ...at, resourceVersion: '1', generation: 9, managedFields: [] } },
      },
      POD,
      '',
      true,
    ],
  ])('%s: %5$s', (_, write, object, uid, expected) => {
    expect(hasEffect(write as WriteRequest, object, uid)).toBe(expected)
  })

  test.each([
    [[1], [1], true],
    [[1, 2], [1], false],
    [{}, [1], false],
    [1, 1, true],
    [1, '1', false],
    [1, {}, false],
    [undefined, null, true],
    [1, undefined, true],
  ])('%j has %j: %s', (value, patch, expected) => {
    expect(hasPatch(value, patch)).toBe(expected)
  })
})

describe('a write of a page', () => {
  test('is a copy, of one of five verbs', () => {
    const write = { verb: 'patch', object: at, patch: { a: undefined, b: 1 } }
    expect(checkedWrite(write)).toEqual({ verb: 'patch', object: at, patch: { b: 1 } })
    expect(checkedWrite({ verb: 'create', object: POD, options: {} })).toMatchObject({ verb: 'create' })
  })

  test.each<[unknown, string]>([
    [undefined, 'there is no write undefined'],
    [7, 'there is no write undefined'],
    [{ verb: 'get', object: at }, 'there is no write "get"'],
    [{ verb: 'patch', patch: {} }, 'patch requires an object, got undefined'],
    [{ verb: 'delete', object: 7 }, 'delete requires an object, got 7'],
    [{ verb: 'replace', object: 'x/a' }, 'replace requires an object, got x/a'],
    [{ verb: 'replace' }, 'replace requires an object, got undefined'],
    [{ verb: 'delete', object: at, options: 7 }, 'the options of a write are an object, not 7'],
  ])('%j is refused: %s', (write, message) => {
    expect(() => checkedWrite(write)).toThrow(message)
  })

  test('is refused if it is not JSON', () => {
    expect(() => checkedWrite({ verb: 'delete', object: 1n })).toThrow('the write is not JSON')
  })

  test('is sent with its options and the signal', async () => {
    const sent = vi.fn(async (..._call: unknown[]) => POD)
    const client = new Proxy(
      {},
      {
        get:
          (_, verb) =>
          (...call: unknown[]) =>
            sent(verb, ...call),
      },
    ) as never
    const { signal } = new AbortController()
    const options = { dryRun: true }
    const writes = [
      ...['create', 'replace', 'apply'].map(verb => ({ verb, object: POD, options })),
      { verb: 'patch', object: at, patch: { a: 1 }, options },
      { verb: 'delete', object: at, options },
    ] as unknown as WriteRequest[]
    for (const write of writes) expect(await sendWrite(client, pods, write, signal)).toBe(POD)
    const all = { dryRun: true, signal }
    expect(sent.mock.calls).toEqual([
      ...['create', 'replace', 'apply'].map(verb => [verb, pods, POD, all]),
      ['patch', pods, at, { a: 1 }, all],
      ['delete', pods, at, all],
    ])
  })
})

describe('the result of a write', () => {
  const row = (uid: string, resourceVersion: string) => ({ ...podRow('d/a', resourceVersion), uid })
  const object = (resourceVersion: string): KnownState => ({ type: 'object', object: POD, resourceVersion })
  const gone = (resourceVersion: string): KnownState => ({ type: 'gone', uid: 'u', resourceVersion })

  test.each<[string, KnownState, Row | undefined, string, boolean]>([
    ['an object that the cache has', object('7'), row('u', '7'), '1', true],
    ['an object that the cache has in a later state', object('7'), row('u', '8'), '1', true],
    ['an object that the cache has in an earlier state', object('7'), row('u', '6'), '6', false],
    ['an object that has left since', object('7'), undefined, '7', true],
    ['an object that is not there yet', object('7'), undefined, '6', false],
    ['an object with an earlier state in a later cache', object('7'), row('u', '6'), '7', true],
    ['a version', { type: 'version', resourceVersion: '7' }, undefined, '6', false],
    ['an object that is gone', gone('7'), undefined, '1', true],
    ['an object that is gone and is there again', gone('7'), row('v', '6'), '1', true],
    ['an object that is gone, of which there is an earlier state', gone('7'), row('u', '7'), '9', false],
    ['an object that is gone, of which there is a later state', gone('7'), row('u', '8'), '9', true],
    ['an object that is gone since an unknown time', gone(''), row('u', '8'), '9', false],
  ])('%s: in the cache: %5$s', (_, state, cached, covered, expected) => {
    expect(isReached(state, cached, covered)).toBe(expected)
  })
})

describe('the pending writes of a resource', () => {
  function reader(more: Partial<OverlayReader> = {}) {
    const rows = new Map<string, Row>()
    const onChanged = vi.fn()
    const state = { awaits: true, reached: false }
    const one: OverlayReader = {
      ...{ isWhole: true, isTable: false, onChanged },
      awaits: () => state.awaits,
      hasReached: () => state.reached,
      stored: key => rows.get(key),
      ...more,
    }
    return { one, rows, onChanged, state }
  }
  const known: KnownState = { type: 'object', object: POD, resourceVersion: '7' }
  const settled = async (promise: Promise<unknown>) => {
    let result: unknown = 'pending'
    void promise.then(value => {
      result = value
    })
    await new Promise<void>(resolve => setImmediate(resolve))
    return result
  }

  test('are stacked by object, until they are dropped', () => {
    const overlay = new WriteOverlay('p')
    const { one, onChanged } = reader()
    overlay.attach(one)
    expect([overlay.isEmpty, overlay.keys, overlay.writesOf('d/a')]).toEqual([true, [], []])
    const [first, second, other] = ['d/a', 'd/a', 'd/b'].map(key => overlay.push(key, undefined))
    if (!first || !second || !other) throw new Error('there are writes')
    expect([overlay.isEmpty, overlay.keys, overlay.writesOf('d/a')]).toEqual([
      false,
      ['d/a', 'd/b'],
      [first, second],
    ])
    expect(onChanged.mock.calls).toEqual([['d/a'], ['d/a'], ['d/b']])
    overlay.drop(first)
    overlay.drop(first)
    expect(overlay.writesOf('d/a')).toEqual([second])
    overlay.drop(second)
    overlay.drop(other)
    expect([overlay.isEmpty, onChanged.mock.calls.length]).toEqual([true, 7])
  })

  test('have resourceVersions of their own', () => {
    const overlay = new WriteOverlay('p')
    expect([overlay.nextResourceVersion(), overlay.nextResourceVersion()]).toEqual(['p-1', 'p-2'])
  })

  test('know the uid of their object, from the last response or a cache', () => {
    const overlay = new WriteOverlay('p')
    const { one, rows } = reader()
    expect(overlay.uidOf('d/a')).toBe('')
    overlay.attach(reader().one)
    overlay.attach(one)
    rows.set('d/a', { ...podRow('d/a', 1), uid: 'cached' })
    expect([overlay.uidOf('d/a'), overlay.uidOf('d/b')]).toEqual(['cached', ''])
    const [first, second] = [overlay.push('d/a', undefined), overlay.push('d/a', undefined)]
    first.know({ ...known, object: { metadata: { uid: 'first' } } } as KnownState)
    expect(overlay.uidOf('d/a')).toBe('first')
    second.know(known)
    expect(overlay.uidOf('d/a')).toBe('u')
    second.know({ ...known, object: {} } as KnownState)
    expect(overlay.uidOf('d/a')).toBe('')
  })

  test('settle when each cache that awaits them has their result, with what it shows', async () => {
    const overlay = new WriteOverlay('p')
    const [one, two] = [reader(), reader()]
    const detach = overlay.attach(one.one)
    overlay.attach(two.one)
    const write = overlay.push('d/a', undefined)
    overlay.settle()
    expect(overlay.isEmpty).toBe(false)
    overlay.know(write, known)
    one.state.reached = true
    one.onChanged.mockClear()
    overlay.settle()
    overlay.settle()
    expect([one.onChanged.mock.calls, overlay.isEmpty]).toEqual([[['d/a']], false])
    expect(await settled(write.settled)).toBe('pending')
    two.rows.set('d/a', podRow('d/a', 9))
    two.state.reached = true
    detach()
    expect([overlay.isEmpty, await settled(write.settled)]).toMatchObject([
      true,
      { metadata: { resourceVersion: '9' } },
    ])
  })

  test.each<[string, Partial<OverlayReader>, unknown]>([
    ['a cache that lacks the object: it is gone', {}, undefined],
    ['a cache of a part: the response', { isWhole: false }, POD],
    ['a cache that does not await it: the response', { awaits: () => false }, POD],
  ])('settle over %s', async (_, more, expected) => {
    const overlay = new WriteOverlay('p')
    overlay.attach(reader({ hasReached: () => true, ...more }).one)
    const write = overlay.push('d/a', undefined)
    overlay.know(write, known)
    expect(await settled(write.settled)).toEqual(expected)
  })

  test('settle over Tables with the response, since these have no objects', async () => {
    const overlay = new WriteOverlay('p')
    const { one, rows } = reader({ isTable: true, hasReached: () => true })
    rows.set('d/a', podRow('d/a', 9))
    overlay.attach(one)
    const write = overlay.push('d/a', undefined)
    overlay.know(write, known)
    expect(await settled(write.settled)).toBe(POD)
  })

  test('of what is gone settle with nothing', async () => {
    const overlay = new WriteOverlay('p')
    const write = overlay.push('d/a', undefined)
    overlay.know(write, { type: 'gone', uid: 'u', resourceVersion: '' })
    expect([await settled(write.settled), nodes.namespaced]).toEqual([undefined, false])
  })
})

test('the writes of one object are sent one after another, those of others at once', async () => {
  const queues = new WriteQueues()
  const events: string[] = []
  const ends: (() => void)[] = []
  const { signal } = new AbortController()
  const stopping = new AbortController()
  const task = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      events.push(name)
      ends.push(name.includes('fails') ? () => reject(new Error(name)) : resolve)
    })
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  const first = queues.run('a', signal, task('a fails')).catch(() => {})
  const second = queues.run('a', stopping.signal, task('a left')).catch(String)
  const third = queues.run('a', signal, task('a2'))
  void queues.run('b', signal, task('b1'))
  await settle()
  expect(events).toEqual(['a fails', 'b1'])
  stopping.abort(new Error('left'))
  expect(await second).toBe('Error: left')
  await settle()
  expect(events).toHaveLength(2)
  ends[0]?.()
  await first
  await settle()
  expect(events).toEqual(['a fails', 'b1', 'a2'])
  ends[2]?.()
  await third
  await settle()
  void queues.run('a', signal, task('a3'))
  expect(events).toHaveLength(4)
  await expect(queues.run('c', stopping.signal, task('c'))).rejects.toThrow('left')
  expect(events).toHaveLength(4)
})
