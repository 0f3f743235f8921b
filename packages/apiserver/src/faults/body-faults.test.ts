import { gunzipSync } from 'node:zlib'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { pod, watch } from '../test/fixtures.ts'
import type { FaultAction } from './fault-action.ts'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(3) })
})

const strikes = (action: FaultAction, times = 1) => server.faults.add({ times, action })

const chunksOf = async (response: Response): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body ?? []) chunks.push(chunk)
  return chunks
}

test('stall: a watch stops after the given events, stays open, and does not block the server', async () => {
  const { rv } = server
  server.create(pod('a'))
  strikes({ type: 'stall', afterEvents: 2 })
  const reading = await watch(server, `&resourceVersion=${rv}`)
  for (const name of ['b', 'c', 'd']) server.create(pod(name))
  await server.idle()
  await clock.advance(60_000)
  expect(reading).toMatchObject({ texts: ['ADDED default/a', 'ADDED default/b'], ended: false, rest: '' })
  reading.controller.abort()
  await clock.settle()
  expect(reading.error).toMatchObject({ name: 'AbortError' })
  expect(server.openWatches).toBe(0)
  expect(clock.pendingTimers).toBe(0)
})

test('stall: after a time, and immediately', async () => {
  strikes({ type: 'stall', afterMs: 1000 })
  const timed = await watch(server, `&resourceVersion=${server.rv}`)
  strikes({ type: 'stall' })
  const silent = await watch(server, `&resourceVersion=${server.rv}`)
  server.create(pod('a'))
  await clock.advance(1000)
  server.create(pod('b'))
  await clock.settle()
  expect(timed.texts).toEqual(['ADDED default/a'])
  expect(silent).toMatchObject({ texts: [], ended: false })
})

test('stall: a list without a response, until its reader cancels', async () => {
  strikes({ type: 'stall' })
  const response = await server.fetch('/api/v1/pods')
  const reader = response.body?.getReader()
  let isRead = false
  void reader?.read().then(() => {
    isRead = true
  })
  await clock.advance(60_000)
  expect(isRead).toBe(false)
  await reader?.cancel()
})

test('truncate: after a time, within a partial frame', async () => {
  strikes({ type: 'truncate', afterMs: 100 })
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  server.create(pod('a'))
  await clock.advance(100)
  expect(reading).toMatchObject({ texts: ['ADDED default/a'], rest: '{"type":"MODI', ended: true })
  expect(reading.error).toBeInstanceOf(TypeError)
})

describe('a watch of protobuf has frames as its events', () => {
  const protobuf = async (action: FaultAction) => {
    const { rv } = server
    // Names whose length is that of a newline.
    for (const name of ['a'.repeat(10), 'b'.repeat(10), 'c'.repeat(10)]) server.create(pod(name))
    strikes(action)
    return server.fetch(`/api/v1/pods?watch=1&resourceVersion=${rv}`, {
      headers: { Accept: 'application/vnd.kubernetes.protobuf;stream=watch' },
    })
  }
  /** The bytes up to the end or the error, and the frames that they contain. */
  const readFrames = async ({ body }: Response) => {
    const chunks: Uint8Array[] = []
    let error: unknown
    try {
      for await (const chunk of body ?? []) chunks.push(chunk)
    } catch (thrown) {
      error = thrown
    }
    const bytes = Buffer.concat(chunks)
    let [at, frames] = [0, 0]
    while (at + 4 <= bytes.length && at + 4 + bytes.readUInt32BE(at) <= bytes.length) {
      at += 4 + bytes.readUInt32BE(at)
      frames++
    }
    return { frames, rest: bytes.length - at, error }
  }

  test.each([0, 1, 2])('truncate: within a frame after %i', async afterEvents => {
    const { frames, rest, error } = await readFrames(await protobuf({ type: 'truncate', afterEvents }))
    expect(frames).toBe(afterEvents)
    expect(rest).toBeGreaterThan(4)
    expect(error).toBeInstanceOf(TypeError)
  })

  test('truncate: after a time, within a frame', async () => {
    const response = await protobuf({ type: 'truncate', afterMs: 100 })
    const reading = readFrames(response)
    await clock.advance(100)
    expect(await reading).toMatchObject({ frames: 3, rest: 10, error: expect.any(TypeError) })
  })

  test('end: after the given frames', async () => {
    const seen = await readFrames(await protobuf({ type: 'end', afterEvents: 2 }))
    expect(seen).toEqual({ frames: 2, rest: 0, error: undefined })
  })
})

test('split: chunks of the given size, regardless of boundaries', async () => {
  server.create(pod('ä'))
  const whole = await (await server.fetch('/api/v1/pods')).text()
  strikes({ type: 'split' })
  const single = await chunksOf(await server.fetch('/api/v1/pods'))
  expect(single.every(chunk => chunk.length === 1)).toBe(true)
  expect(Buffer.concat(single).toString()).toBe(whole)
  strikes({ type: 'split', bytes: 7 })
  const seven = await chunksOf(await server.fetch('/api/v1/pods'))
  expect(seven[0]).toHaveLength(7)
  expect(Buffer.concat(seven).toString()).toBe(whole)
})

test('split: the events of a watch are unchanged', async () => {
  strikes({ type: 'split' })
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  for (const name of ['a', 'b']) server.create(pod(name))
  await server.idle()
  await clock.settle()
  expect(reading.texts).toEqual(['ADDED default/a', 'ADDED default/b'])
  reading.controller.abort()
})

test('slow: one chunk per interval', async () => {
  strikes({ type: 'slow', everyMs: 100, bytes: 50 })
  const response = await server.fetch('/api/v1/pods')
  const started = clock.now()
  let length = 0
  const reading = (async () => {
    for (const chunk of await chunksOf(response)) length += chunk.length
    return clock.now() - started
  })()
  await clock.advance(10_000)
  expect(await reading).toBe(Math.ceil(length / 50) * 100)
  expect(clock.pendingTimers).toBe(0)
})

test('slow: cancelling does not wait', async () => {
  strikes({ type: 'slow', everyMs: 1000 })
  const reader = (await server.fetch('/api/v1/pods')).body?.getReader()
  const read = reader?.read()
  await clock.settle()
  await reader?.cancel()
  expect((await read)?.done).toBe(true)
  expect(clock.pendingTimers).toBe(0)
  await server.idle()
})

test('W11: gzip: one member for each flush, if the request accepts it', async () => {
  strikes({ type: 'gzip' }, 2)
  const plain = await server.fetch(`/api/v1/pods?watch=1&resourceVersion=${server.rv}`)
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  await plain.body?.cancel()
  const headers = { 'Accept-Encoding': 'gzip' }
  const response = await server.fetch(`/api/v1/pods?watch=1&resourceVersion=${server.rv}`, { headers })
  expect(response.headers.get('Content-Encoding')).toBe('gzip')
  const reader = response.body?.getReader()
  for (const name of ['a', 'b']) {
    server.create(pod(name))
    const member = (await reader?.read())?.value ?? new Uint8Array()
    expect(JSON.parse(gunzipSync(member).toString())).toMatchObject({ object: { metadata: { name } } })
  }
  await reader?.cancel()
})

test('shapes combine with each other and with body faults', async () => {
  const { rv } = server
  for (const name of ['a', 'b', 'c']) server.create(pod(name))
  strikes({ type: 'split', bytes: 3 })
  strikes({ type: 'slow', everyMs: 1, bytes: 2 })
  strikes({ type: 'end', afterEvents: 2 })
  const reading = await watch(server, `&resourceVersion=${rv}`)
  await clock.advance(10_000)
  expect(reading).toMatchObject({ texts: ['ADDED default/a', 'ADDED default/b'], ended: true })
})

test('status: plain text, as from a proxy', async () => {
  strikes({ type: 'status', code: 429, retryAfterSeconds: 1, text: true })
  const busy = await server.fetch('/api/v1/pods')
  expect([busy.status, busy.headers.get('Retry-After'), await busy.text()]).toEqual([
    429,
    '1',
    'Too many requests, please try again later.\n',
  ])
  expect(busy.headers.get('Content-Type')).toMatch(/^text\/plain/)
  strikes({ type: 'status', code: 502, text: 'Bad Gateway' })
  expect(await (await server.fetch('/api/v1/pods')).text()).toBe('Bad Gateway')
})

test('a large list breaks off within its first part', async () => {
  server = createFakeApiserver({ clock, objects: generatePods({ count: 100 }) })
  strikes({ type: 'truncate' })
  const response = await server.fetch('/api/v1/pods')
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(1000)
  await expect(reader?.read()).rejects.toThrow('terminated')
})
