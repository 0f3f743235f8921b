import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../api/clock.ts'
import { ConnectionError } from '../../api/errors.ts'
import { defineResource } from '../../api/resource.ts'
import { errorOf } from '../../test/answering-client.ts'
import { createKubeClient } from '../kube-client.ts'

/** The errors of Node for real connections that end before a response. */

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const LIST = '{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[]}'
const answer = (socket: Socket) =>
  socket.end(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${LIST.length}\r\nConnection: close\r\n\r\n${LIST}`,
  )
const endings: Record<string, (socket: Socket) => void> = {
  reset: socket => socket.resetAndDestroy(),
  closed: socket => socket.end(),
}
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A server that ends this many connections after the request, and a client without retry delays. */
async function setUp(end: (socket: Socket) => void, times: number) {
  let requests = 0
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => (requests++ < times ? end : answer)(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  closers.push(close)
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  const clock = { ...systemClock, setTimeout: (callback: () => void) => systemClock.setTimeout(callback, 0) }
  return { baseUrl, client: createKubeClient({ baseUrl, clock }), close, requests: () => requests }
}

describe.each(Object.entries(endings))('a connection that is %s', (_, end) => {
  test('is retried', async () => {
    const { client, requests } = await setUp(end, 2)
    expect((await client.list(pods)).metadata.resourceVersion).toBe('1')
    expect(requests()).toBe(3)
  })

  test('S-59: ends the watch after ten retries', async () => {
    const { client, requests } = await setUp(end, Number.POSITIVE_INFINITY)
    const events: unknown[] = []
    for await (const batch of await client.watch(pods)) events.push(batch)
    expect([events, requests()]).toEqual([[], 11])
  })

  test('is an error at once for a write', async () => {
    const { client, requests } = await setUp(end, Number.POSITIVE_INFINITY)
    expect(await errorOf(client.create(pods, { metadata: { namespace: 'n' } }))).toBeInstanceOf(
      ConnectionError,
    )
    expect(requests()).toBe(1)
  })
})

test('a connection that is refused is an error at once', async () => {
  const { baseUrl, close } = await setUp(answer, 0)
  await close()
  const client = createKubeClient({ baseUrl })
  expect(await errorOf(client.list(pods))).toBeInstanceOf(ConnectionError)
  expect(await errorOf(client.watch(pods))).toBeInstanceOf(ConnectionError)
})
