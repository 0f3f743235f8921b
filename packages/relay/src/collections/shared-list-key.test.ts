import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { ListBodies, sharedListKey } from './list-bodies.ts'

const keyOf = (query: string, accept: string | null = 'a', namespace = '') => {
  const { signal } = new AbortController()
  return sharedListKey('v1/pods', { namespace, name: '', query: new URLSearchParams(query), accept, signal })
}

test.each([
  'resourceVersion=0',
  'resourceVersion=0&limit=500',
  'resourceVersion=0&limit=',
  'resourceVersion=0&limit=999999999',
  'resourceVersion=0&resourceVersionMatch=NotOlderThan',
  'resourceVersion=0&timeoutSeconds=5&pretty=1',
  'resourceVersion=0&labelSelector=&watch=0',
])('readers share the list %s', query => {
  if (query.includes('watch')) expect(keyOf(query)).toBeUndefined()
  else expect(keyOf(query)).toBe(keyOf('resourceVersion=0'))
})

test.each([
  '',
  'resourceVersion=1',
  'resourceVersion=0&resourceVersionMatch=Exact',
  'resourceVersion=0&limit=-1',
  'resourceVersion=0&limit=1234567890',
  'resourceVersion=0&limit=x',
  'resourceVersion=0&labelSelector=a',
  'resourceVersion=0&continue=a',
  'resourceVersion=0&watch=1',
  'resourceVersion=0&watch=',
])('readers do not share the list %j', query => {
  expect(keyOf(query)).toBeUndefined()
})

test('the key depends on the collection, the namespace and the Accept header', () => {
  expect(keyOf('resourceVersion=0', 'b', 'ns')).toBe('["v1/pods","ns","b"]')
  expect(keyOf('resourceVersion=0', null)).toBe('["v1/pods","",null]')
  expect(keyOf('resourceVersion=0', 'x'.repeat(500))).toBeDefined()
  expect(keyOf('resourceVersion=0', 'x'.repeat(501))).toBeUndefined()
})

describe('the bodies that are kept', () => {
  const start = (maxBytes: number, maxAgeMs = 5000) =>
    new ListBodies({ clock: new FakeClock(), maxAgeMs, maxBytes })
  const response = (text: string) => new Response(text, { status: 200, headers: { 'Content-Type': 'b' } })
  const key = (name: string, collection = 'v1/pods') => JSON.stringify([collection, name, null])
  const keep = async (bodies: ListBodies, name: string, text: string, collection?: string) => {
    await bodies.keep(key(name, collection), response(text)).text()
  }
  const kept = (bodies: ListBodies, names: readonly string[], collection?: string) =>
    names.filter(name => bodies.get(key(name, collection)))

  test('are at most a quarter of the limit each', async () => {
    const bodies = start(40)
    await keep(bodies, 'a', 'x'.repeat(10))
    await keep(bodies, 'b', 'x'.repeat(11))
    expect(kept(bodies, ['a', 'b'])).toEqual(['a'])
  })

  test('are together within the limit: the oldest leave', async () => {
    const bodies = start(40)
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) await keep(bodies, name, 'x'.repeat(10))
    expect(kept(bodies, names)).toEqual(names)
    await keep(bodies, 'e', 'x')
    expect(kept(bodies, [...names, 'e'])).toEqual(['b', 'c', 'd', 'e'])
    // A body that replaces its predecessor counts once.
    await keep(bodies, 'b', 'x'.repeat(9))
    expect(kept(bodies, [...names, 'e'])).toEqual(['b', 'c', 'd', 'e'])
  })

  test('are at most a hundred', async () => {
    const bodies = start(1_000_000)
    const names = Array.from({ length: 101 }, (_, index) => String(index))
    for (const name of names) await keep(bodies, name, 'x')
    expect(kept(bodies, names)).toEqual(names.slice(1))
  })

  test('of a collection can be forgotten', async () => {
    const bodies = start(400)
    await keep(bodies, 'a', 'x')
    await keep(bodies, 'a', 'x', 'v1/nodes')
    bodies.forget('v1/pods')
    expect([kept(bodies, ['a']), kept(bodies, ['a'], 'v1/nodes')]).toEqual([[], ['a']])
  })

  test('are collected four at a time; a further response is passed on', async () => {
    const bodies = start(400)
    const responses = ['a', 'b', 'c', 'd', 'e'].map(name => {
      const given = response(name)
      return { name, given, sent: bodies.keep(key(name), given) }
    })
    expect(responses.map(({ given, sent }) => given === sent)).toEqual([false, false, false, false, true])
    for (const { sent } of responses) await sent.text()
    expect(kept(bodies, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd'])
    await keep(bodies, 'e', 'x')
    expect(kept(bodies, ['e'])).toEqual(['e'])
  })

  test('are none without an age or a body', () => {
    const given = response('a')
    expect(start(400, 0).keep(key('a'), given)).toBe(given)
    const empty = new Response(null)
    expect(start(400).keep(key('a'), empty)).toBe(empty)
  })

  test('have the type of the response; one that failed is not kept', async () => {
    const bodies = start(400)
    await keep(bodies, 'a', 'x')
    const { status, headers } = bodies.get(key('a')) ?? new Response()
    expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
      200,
      'b',
      'no-cache, private',
    ])
    const failing = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: controller => controller.error(new Error('broken')),
    })
    const sent = bodies.keep(key('b'), new Response(failing))
    await expect(sent.text()).rejects.toThrow('broken')
    expect(kept(bodies, ['b'])).toEqual([])
  })
})
