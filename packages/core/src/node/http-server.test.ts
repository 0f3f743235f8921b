import { once } from 'node:events'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { withResolvers } from '../internal/with-resolvers.ts'
import { http2Session, received, startServer, startTlsServer, tcpTo } from '../test/http-server-rig.ts'
import { framesOf } from '../test/http2-frames.ts'

/** The response to bytes on a connection of their own, which the server closes. */
async function answerTo(port: number, head: string): Promise<string> {
  const socket = await tcpTo(port)
  const answer = received(socket)
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  return answer
}

test.each([
  ['dot segments', '/api/v1/../v1/pods', 'Host: a', 404],
  ['encoded dot segments', '/api/%2e%2e/v1/pods', 'Host: a', 404],
  ['two slashes', '//evil.example/api/v1/pods', 'Host: a', 404],
  ['a whole URL', 'http://evil.example/api', 'Host: a', 404],
  ['an invalid host', '/', 'Host: a b', 400],
  ['a host with a path', '/api', 'Host: a/other/', 200],
])('%s', async (_what, path, host, status) => {
  const handler = vi.fn((request: Request) => new Response(new URL(request.url).pathname))
  const { port } = await startServer({ handler })
  const answer = await answerTo(port, `GET ${path} HTTP/1.1\r\n${host}`)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(handler).toHaveBeenCalledTimes(status === 200 ? 1 : 0)
  if (status === 200) expect(answer).toContain(path)
})

test('a method that no request has is a 400, and leaves no timer', async () => {
  const clock = new FakeClock()
  const { port } = await startServer({ clock })
  expect(await answerTo(port, 'TRACE / HTTP/1.1\r\nHost: a\r\nContent-Length: 0')).toMatch(/^HTTP\/1\.1 400 /)
  expect(clock.pendingTimers).toBe(0)
})

test('headers that belong to a connection are not sent', async () => {
  const headers = { Connection: 'upgrade', 'Keep-Alive': 'timeout=1', Upgrade: 'h2c', 'X-Own': 'a' }
  const handler = () => new Response('ok', { headers })
  const { port } = await startServer({ handler })
  const answer = await answerTo(port, 'GET / HTTP/1.1\r\nHost: a')
  expect(answer).toMatch(/^x-own: a\r$/im)
  expect(answer).not.toMatch(/upgrade|timeout=1/i)
  const { url } = await startTlsServer({ handler })
  const stream = (await http2Session(url)).request({ ':path': '/' })
  const [received2] = await once(stream, 'response')
  expect(received2).toMatchObject({ ':status': 200, 'x-own': 'a' })
})

describe('the stream of a response over HTTP/2 has an end', () => {
  /** In two parts: the end is a frame of its own. */
  const handler = () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(new Uint8Array(10))
          await new Promise(resolve => setTimeout(resolve, 10))
          controller.close()
        },
      }),
    )

  test('and is not reset', async () => {
    const { port, close } = await startTlsServer({ handler })
    const frames = framesOf(port, { method: 'GET', endsStream: true }, 'RST_STREAM')
    await new Promise(resolve => setTimeout(resolve, 100))
    await close()
    expect(await frames).toEqual(['DATA', 'END_STREAM'])
  })

  test('and is reset half a second later if the request has none', async () => {
    const { port } = await startTlsServer({ handler })
    expect(await framesOf(port, { method: 'POST', endsStream: false }, 'RST_STREAM')).toEqual([
      'DATA',
      'END_STREAM',
      'RST_STREAM',
    ])
  })
})

test('a failing handler, a failing body and an invalid header break the response off, and are reported', async () => {
  const broken = () =>
    new ReadableStream({
      pull: () => {
        throw new Error('body')
      },
    })
  const onError = vi.fn()
  const handler = ({ url }: Request) => {
    if (url.endsWith('handler')) throw new Error('handler')
    return url.endsWith('body')
      ? new Response(broken())
      : new Response('', { headers: { 'x-own': '\u0001' } })
  }
  const { port } = await startServer({ handler, onError })
  for (const path of ['handler', 'body', 'header'])
    expect(await answerTo(port, `GET /${path} HTTP/1.1\r\nHost: a`)).not.toMatch(/0\r\n\r\n$/)
  expect(onError.mock.calls.map(([error, { url }]) => [error.message, url])).toEqual([
    ['handler', '/handler'],
    ['body', '/body'],
    [expect.stringContaining('x-own'), '/header'],
  ])
})

test('the signal aborts when the client leaves, and not when it has the response', async () => {
  const signals: AbortSignal[] = []
  const started = withResolvers<void>()
  const onError = vi.fn()
  const handler = async ({ url, signal }: Request) => {
    signals.push(signal)
    if (!url.endsWith('wait')) return new Response('ok')
    started.resolve()
    return new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const { port } = await startServer({ handler, onError })
  await answerTo(port, 'GET / HTTP/1.1\r\nHost: a')
  const socket = await tcpTo(port)
  socket.write('GET /wait HTTP/1.1\r\nHost: a\r\n\r\n')
  await started.promise
  socket.destroy()
  await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]))
  expect(signals[1]?.reason).toMatchObject({ name: 'AbortError' })
  expect(onError).not.toHaveBeenCalled()
})

test('a client that does not read delays the reading of the body, and cancels it when it leaves', async () => {
  let pulled = 0
  const left = vi.fn()
  const endless = new ReadableStream({
    pull: controller => {
      pulled++
      controller.enqueue(new Uint8Array(2 ** 20))
    },
    cancel: () => left(),
  })
  const { port } = await startServer({ handler: () => new Response(endless) })
  const socket = await tcpTo(port)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(pulled).toBeGreaterThan(1))
  socket.pause()
  let before = 0
  await vi.waitFor(
    () => {
      const isStill = pulled === before
      before = pulled
      expect(isStill).toBe(true)
    },
    { interval: 200, timeout: 20_000 },
  )
  expect(pulled).toBeLessThan(100)
  socket.destroy()
  await vi.waitFor(() => expect(left).toHaveBeenCalled())
})

describe('an upgrade', () => {
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'

  test('without a handler is answered as another request', async () => {
    const { port } = await startServer()
    const socket = await tcpTo(port)
    socket.write(request)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('can be answered with a response, which ends the connection', async () => {
    const { port } = await startServer({ onUpgrade: async () => new Response('no', { status: 403 }) })
    const socket = await tcpTo(port)
    const answer = received(socket)
    socket.write(request)
    expect(await answer).toMatch(/^HTTP\/1\.1 403 [\s\S]*connection: close[\s\S]*no/i)
  })

  test('that fails ends the connection', async () => {
    const { port } = await startServer({ onUpgrade: () => Promise.reject(new Error('failed')) })
    const socket = await tcpTo(port)
    const answer = received(socket)
    socket.write(request)
    expect(await answer).toBe('')
  })

  test('has a connection that a close breaks off after its grace', async () => {
    const signals: AbortSignal[] = []
    const { port, close } = await startServer({
      onUpgrade: async ({ socket, signal }) => {
        signals.push(signal)
        socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
        return undefined
      },
    })
    const socket = await tcpTo(port)
    socket.write(request)
    await once(socket, 'data')
    expect(await close(50)).toBe(false)
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]))
  })
})

describe('a close', () => {
  test('ends idle connections and handshakes at once, and says that they ended in time', async () => {
    const { url, port, close } = await startTlsServer()
    const handshake = received(await tcpTo(port))
    const session = await http2Session(url)
    const closed = once(session, 'close')
    expect(await close(60_000)).toBe(true)
    await Promise.all([handshake, closed])
  })

  test('lets responses end, and their connections with them', async () => {
    const [started, ended] = [withResolvers<void>(), withResolvers<void>()]
    const handler = async () => {
      started.resolve()
      await ended.promise
      return new Response('late')
    }
    const { port, close } = await startServer({ handler })
    const socket = await tcpTo(port)
    const answer = received(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await started.promise
    const closing = close(60_000)
    ended.resolve()
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*late/i)
    expect(await closing).toBe(true)
  })

  test('breaks off what takes longer than its grace', async () => {
    const clock = new FakeClock()
    const { port, close } = await startServer({ clock, handler: () => new Response(new ReadableStream()) })
    const socket = await tcpTo(port)
    const answer = received(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'data')
    const closing = close(5_000)
    await clock.advance(4_999)
    expect(socket.destroyed).toBe(false)
    await clock.advance(1)
    expect(await closing).toBe(false)
    expect(await answer).not.toMatch(/0\r\n\r\n$/)
  })
})

test('a port in use rejects', async () => {
  const { port } = await startServer()
  const { server } = await startServer()
  await expect(server.listen({ host: '127.0.0.1', port })).rejects.toThrow()
})
