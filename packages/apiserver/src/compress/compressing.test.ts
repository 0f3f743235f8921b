import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Serving, serve } from '../node/serve.ts'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { pod } from '../test/fixtures.ts'

let server: FakeApiserver
let serving: Serving
beforeEach(async () => {
  server = createFakeApiserver({ objects: generatePods({ count: 100 }) })
  serving = await serve(server, { compress: '1.37' })
})
afterEach(() => serving.close())

/** A response as sent. */
interface Raw {
  readonly headers: Record<string, unknown>
  readonly chunks: Buffer[]
  readonly ended: Promise<void>
}

const get = (path: string, encoding: string | undefined = 'gzip'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const headers = encoding === '' ? {} : { 'Accept-Encoding': encoding }
    const sent = request(serving.url + path, { headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      const ended = new Promise<void>(resolveEnd => response.on('end', resolveEnd))
      resolve({ headers: response.headers, chunks, ended })
    })
    sent.on('error', reject)
    sent.end()
  })

const whole = async ({ chunks, ended }: Raw) => {
  await ended
  return Buffer.concat(chunks)
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 0x08])
const WATCH_LIST =
  '/api/v1/pods?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan'

test('W08: a list of more than 128 KiB is compressed, a smaller one is not', async () => {
  const large = await get('/api/v1/pods')
  expect([large.headers['content-encoding'], large.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
  const plain = await whole(await get('/api/v1/pods', ''))
  expect(plain.length).toBeGreaterThan(128 * 1024)
  expect(gunzipSync(await whole(large)).equals(plain)).toBe(true)
  const small = await get('/api/v1/pods?limit=10')
  expect([small.headers['content-encoding'], small.headers.vary]).toEqual([undefined, undefined])
  expect(JSON.parse(String(await whole(small))).items).toHaveLength(10)
})

test.each([
  ['gzip;q=1.0', undefined],
  ['GZIP', undefined],
  ['*', undefined],
  ['gzip, deflate, br', 'gzip'],
])('W09: the token must match exactly: %s', async (encoding, expected) => {
  expect((await get('/api/v1/pods', encoding)).headers['content-encoding']).toBe(expected)
})

test('W11: each flush of a watch-list is a complete gzip member that can be read at once', async () => {
  const raw = await get(WATCH_LIST)
  expect([raw.headers['content-encoding'], raw.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
  const lines = () => String(gunzipSync(Buffer.concat(raw.chunks))).split('\n')
  await vi.waitFor(() => expect(lines()).toHaveLength(102))
  const state = Buffer.concat(raw.chunks).length
  server.create(pod('later'))
  await vi.waitFor(() => expect(lines()).toHaveLength(103))
  const later = Buffer.concat(raw.chunks).subarray(state)
  expect(later.indexOf(GZIP_MAGIC)).toBe(0)
  expect(JSON.parse(String(gunzipSync(later)))).toMatchObject({ object: { metadata: { name: 'later' } } })
})

test.each([
  ['without the token', WATCH_LIST, ''],
  ['without bookmarks', WATCH_LIST.replace('allowWatchBookmarks=true&', ''), 'gzip'],
  ['from a resourceVersion', '/api/v1/pods?watch=1&allowWatchBookmarks=true&resourceVersion=1', 'gzip'],
])('W11: a watch is not compressed: %s', async (_, path, encoding) => {
  expect((await get(path, encoding)).headers['content-encoding']).toBeUndefined()
})

test('W11: a watch without a resourceVersion is a watch-list by default', async () => {
  const raw = await get('/api/v1/pods?watch=1&allowWatchBookmarks=true')
  expect(raw.headers['content-encoding']).toBe('gzip')
})

test('W11: it is not compressed if the server does not support watch-lists', async () => {
  await serving.close()
  server = createFakeApiserver({ features: { watchList: false } })
  serving = await serve(server, { compress: '1.37' })
  const raw = await get('/api/v1/pods?watch=1&allowWatchBookmarks=true')
  expect(raw.headers['content-encoding']).toBeUndefined()
})

test('Node decompresses all members', async () => {
  const response = await fetch(`${serving.url}${WATCH_LIST}&timeoutSeconds=1`)
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect((await response.text()).split('\n')).toHaveLength(102)
})

test('a write with a watch query is an ordinary request', async () => {
  const path = '/api/v1/namespaces/default/configmaps?watch=true&limit=many'
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } })
  const headers = { 'Accept-Encoding': 'gzip', 'Content-Type': 'application/json' }
  expect((await fetch(serving.url + path, { method: 'POST', body, headers })).status).toBe(201)
})
