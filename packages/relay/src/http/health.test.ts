import { expect, test } from 'vitest'
import { healthResponse, PING } from './health.ts'

let isSynced = true
const endpoints = {
  livez: [PING],
  readyz: [PING, { name: 'informer-sync', isHealthy: () => isSynced }],
}

async function ask(path: string): Promise<readonly [status: number, text: string] | undefined> {
  const response = healthResponse(new URL(path, 'http://relay'), endpoints)
  return response && [response.status, await response.text()]
}

test.each([
  ['/livez', 200, 'ok'],
  ['/readyz', 200, 'ok'],
  ['/readyz/ping', 200, 'ok'],
  ['/livez?verbose', 200, '[+]ping ok\nlivez check passed\n'],
  ['/readyz?verbose=1', 200, '[+]ping ok\n[+]informer-sync ok\nreadyz check passed\n'],
  [
    '/readyz?verbose&exclude=ping&exclude=b&exclude=a',
    200,
    '[+]ping excluded: ok\n[+]informer-sync ok\nwarn: some health checks cannot be excluded: no matches for "a","b"\nreadyz check passed\n',
  ],
])('%s', async (path, status, text) => {
  isSynced = true
  expect(await ask(path)).toEqual([status, text])
})

test.each([
  ['/readyz', 500, '[+]ping ok\n[-]informer-sync failed: reason withheld\nreadyz check failed\n'],
  ['/readyz/informer-sync', 500, 'internal server error: not healthy\n'],
  ['/readyz?exclude=informer-sync', 200, 'ok'],
  ['/livez', 200, 'ok'],
])('%s with a failed check', async (path, status, text) => {
  isSynced = false
  expect(await ask(path)).toEqual([status, text])
})

test.each(['/', '/readyz/', '/readyz/other', '/readyz/ping/more', '/constructor', '/livezz', '/api/v1/pods'])(
  '%s is no health endpoint',
  async path => {
    expect(await ask(path)).toBeUndefined()
  },
)

test('a text that a page cannot interpret otherwise, and that is not kept', () => {
  const headers = healthResponse(new URL('http://relay/livez'), endpoints)?.headers
  expect(Object.fromEntries(headers ?? [])).toEqual({
    'cache-control': 'no-cache, private',
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})
