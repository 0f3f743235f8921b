import { once } from 'node:events'
import { constants } from 'node:http2'
import { connect } from 'node:net'
import { UsageError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gate } from '../../test/gate.ts'
import { http1Client, http2Client, http2Session, type Post, tlsTo } from '../../test/tls-client.ts'
import { certified, startServer } from '../../test/webhook-server-rig.ts'
import { createWebhookServer } from './create-webhook-server.ts'

const echo = async (request: Request): Promise<Response> =>
  Response.json({ method: request.method, url: request.url, body: await request.text() })

const CLIENTS: readonly [string, (url: string, ca: string) => Post | Promise<Post>][] = [
  ['HTTP/1.1', (url, ca) => http1Client(url, { ca })],
  ['HTTP/2', (url, ca) => http2Client(url, { ca, rejectUnauthorized: true })],
]

describe.each(CLIENTS)('over %s', (_protocol, clientOf) => {
  test('a request has its URL and body, and the response its length', async () => {
    const { url, ca } = await startServer({ handler: echo })
    const post = await clientOf(url, ca)
    const { status, headers, text } = await post('/mutate?timeout=10s', '{"a":"ä"}')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({ method: 'POST', url: `${url}/mutate?timeout=10s`, body: '{"a":"ä"}' })
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
    expect(headers['content-type']).toBe('application/json')
  })

  test('a large body arrives whole, and an empty one is empty', async () => {
    const { url, ca } = await startServer({ handler: echo })
    const post = await clientOf(url, ca)
    const large = 'x'.repeat(7_000_000)
    expect(JSON.parse((await post('/', large)).text).body).toBe(large)
    expect(JSON.parse((await post('/')).text).body).toBe('')
  })

  test('a body that the handler does not read does not delay later requests', async () => {
    const { url, ca } = await startServer()
    const post = await clientOf(url, ca)
    for (let i = 0; i < 5; i++) expect((await post('/', 'x'.repeat(200_000))).text).toBe('ok')
  })

  test('a handler may answer in the middle of a body, and cancel the rest', async () => {
    const handler = async ({ body }: Request) => {
      const reader = body?.getReader()
      await reader?.read()
      await reader?.cancel()
      return new Response('too large', { status: 413 })
    }
    const { url, ca } = await startServer({ handler })
    const post = await clientOf(url, ca)
    for (let i = 0; i < 3; i++)
      expect(await post('/', Buffer.alloc(3_000_000))).toMatchObject({ status: 413, text: 'too large' })
  })

  test('a handler that throws is a 500 without its reason', async () => {
    const handler = () => {
      throw new Error('secret')
    }
    const { url, ca, logger } = await startServer({ handler })
    expect(await (await clientOf(url, ca))('/mutate?timeout=10s')).toMatchObject({
      status: 500,
      text: 'internal server error\n',
    })
    expect(logger.messages.at(-1)).toEqual({
      level: 'error',
      message: 'the handler of the webhook server failed',
      error: new Error('secret'),
      fields: { path: '/mutate' },
    })
  })

  test('a response whose body fails is a logged 500', async () => {
    const failing = () =>
      new ReadableStream({
        pull: () => {
          throw new Error('broken')
        },
      })
    const { url, ca, logger } = await startServer({ handler: () => new Response(failing()) })
    expect(await (await clientOf(url, ca))('/')).toMatchObject({ status: 500, text: '' })
    expect(logger.errors).toEqual(['broken'])
  })

  test('a stop waits for requests, and ends connections', async () => {
    const [started, end] = [gate(), gate()]
    const handler = async () => {
      started.open()
      await end.opened
      return new Response('late')
    }
    const { url, ca, stop, running } = await startServer({ handler, clock: new FakeClock() })
    const post = await clientOf(url, ca)
    const response = post('/')
    await started.opened
    stop.abort()
    await expect(tlsTo(Number(new URL(url).port))).rejects.toThrow('ECONNREFUSED')
    end.open()
    expect(await response).toMatchObject({ status: 200, text: 'late' })
    await running
  })

  test('a stop breaks off requests that take longer than the timeout', async () => {
    const clock = new FakeClock()
    const started = gate()
    let reason: unknown
    const handler = ({ signal }: Request) => {
      started.open()
      signal.addEventListener('abort', () => {
        reason = signal.reason
      })
      return new Promise<Response>(() => {})
    }
    const { url, ca, stop, running } = await startServer({ handler, clock, shutdownTimeoutMs: 5000 })
    const post = await clientOf(url, ca)
    const response = expect(post('/')).rejects.toThrow()
    await started.opened
    stop.abort()
    await clock.advance(4999)
    expect(await Promise.race([running, Promise.resolve('open')])).toBe('open')
    await clock.advance(1)
    await Promise.all([running, response])
    expect(reason).toMatchObject({ name: 'AbortError' })
    expect(clock.pendingTimers).toBe(0)
  })
})

test('a header that Node refuses is logged', async () => {
  const handler = () => new Response('ok', { headers: { 'x-own': '\u0001' } })
  const { url, ca, logger } = await startServer({ handler })
  await expect(http1Client(url, { ca })('/')).rejects.toThrow('socket hang up')
  expect(logger.errors).toEqual([expect.stringContaining('x-own')])
})

test('an error after the client has gone is not logged', async () => {
  const [started, ended] = [gate(), gate()]
  const handler = async ({ signal }: Request) => {
    started.open()
    await new Promise(resolve => signal.addEventListener('abort', resolve))
    ended.open()
    throw signal.reason
  }
  const { port, stop, running, logger } = await startServer({ handler })
  const socket = await tlsTo(port)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
  await started.opened
  socket.destroy()
  await ended.opened
  stop.abort()
  await running
  expect(logger.errors).toEqual([])
})

test('one session of HTTP/2 carries requests at the same time', async () => {
  const all = gate()
  let count = 0
  const handler = async () => {
    if (++count === 20) all.open()
    await all.opened
    return new Response('ok')
  }
  const { url } = await startServer({ handler })
  const post = await http2Client(url)
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('/')))
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['ok']))
})

test('without http2, only HTTP/1.1 is offered', async () => {
  const { url, ca, port } = await startServer({ http2: false })
  const socket = await tlsTo(port, { ALPNProtocols: ['h2', 'http/1.1'] })
  expect(socket.alpnProtocol).toBe('http/1.1')
  expect((await http1Client(url, { ca })('/')).text).toBe('ok')
})

test('TLS before 1.2 is refused', async () => {
  const { port } = await startServer()
  await expect(tlsTo(port, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow()
  expect((await tlsTo(port, { maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2')
})

test('C-ADM-27: the check fails before the start, then passes, and fails after the stop', async () => {
  const { server: own } = await certified()
  const server = createWebhookServer({ handler: () => new Response(), host: '127.0.0.1', port: 0, ...own })
  expect([server.group, server.needsLeaderElection, server.url]).toEqual(['webhooks', false, undefined])
  const { check } = server
  await expect(check()).rejects.toThrow('webhook server has not been started yet')
  const stop = new AbortController()
  const running = server.run(stop.signal)
  await server.waitForSync(stop.signal)
  await check()
  stop.abort()
  await running
  await expect(check()).rejects.toThrow('webhook server is not reachable: connect ECONNREFUSED')
  await expect(server.run(stop.signal)).rejects.toThrow(UsageError)
})

test('the port is free after the stop, also with idle connections and unfinished handshakes', async () => {
  const { url, ca, port, stop, running } = await startServer({ clock: new FakeClock() })
  await http1Client(url, { ca })('/')
  await (await http2Client(url))('/')
  const silent = connect(port, '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  const idle = await tlsTo(port)
  const closed = Promise.all([once(silent, 'close'), once(idle, 'close')])
  stop.abort()
  await Promise.all([running, closed])
  const again = await startServer({ port })
  expect(again.port).toBe(port)
})

test('the URL of a server on all addresses has one that clients can connect to', async () => {
  const { server, port } = await startServer({ host: '0.0.0.0' })
  expect(server.url).toBe(`https://127.0.0.1:${port}`)
  await server.check()
})

test('a port in use rejects the run', async () => {
  const { port } = await startServer()
  await expect(startServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a signal that has aborted already ends the run', async () => {
  const { server: own } = await certified()
  const server = createWebhookServer({ handler: () => new Response(), host: '127.0.0.1', port: 0, ...own })
  await server.run(AbortSignal.abort())
})

describe('a client that breaks off aborts the signal of the request, and its body', () => {
  /** Waits for the second part of a body; resolves with the error of the body, and the reason of the signal. */
  const interrupted = () => {
    const [started, ended] = [gate(), gate()]
    const errors: unknown[] = []
    const handler = async ({ body, signal }: Request) => {
      const reader = body?.getReader()
      await reader?.read()
      started.open()
      await reader?.read().catch(error => errors.push(error))
      errors.push(signal.reason)
      ended.open()
      return new Response()
    }
    return { handler, started: started.opened, ended: ended.opened, errors }
  }
  const ABORTED = [
    expect.objectContaining({ name: 'AbortError' }),
    expect.objectContaining({ name: 'AbortError' }),
  ]

  test('over HTTP/1.1', async () => {
    const { handler, started, ended, errors } = interrupted()
    const { port } = await startServer({ handler })
    const socket = await tlsTo(port)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
    await started
    socket.destroy()
    await ended
    expect(errors).toEqual(ABORTED)
  })

  test('over HTTP/2, with its connection', async () => {
    const { handler, started, ended, errors } = interrupted()
    const { url } = await startServer({ handler })
    const session = await http2Session(url)
    const stream = session.request({ ':method': 'POST' })
    stream.on('error', () => {})
    stream.write('abc')
    await started
    session.destroy()
    await ended
    expect(errors).toEqual(ABORTED)
  })

  test('over HTTP/2, with a body that is shorter than announced', async () => {
    const { handler, started, ended, errors } = interrupted()
    const { url } = await startServer({ handler })
    const session = await http2Session(url)
    const stream = session.request({ ':method': 'POST', 'content-length': 10 })
    stream.on('error', () => {})
    stream.write('abc')
    await started
    stream.close(constants.NGHTTP2_CANCEL)
    await ended
    expect(errors).toEqual(ABORTED)
  })

  // Node's client ends a stream before it resets it, so these frames are written by hand.
  const frame = (type: number, flags: number, streamId: number, ...payload: readonly number[]) => [
    ...[0, 0, payload.length, type, flags, 0, 0, 0, streamId],
    ...payload,
  ]

  test.each([
    ['CANCEL', constants.NGHTTP2_CANCEL],
    ['NO_ERROR', constants.NGHTTP2_NO_ERROR],
  ])('over HTTP/2, with its stream alone: %s', async (_name, code) => {
    const { handler, started, ended, errors } = interrupted()
    const { port } = await startServer({ handler })
    const socket = await tlsTo(port, { ALPNProtocols: ['h2'] })
    socket.resume().write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    // POST https://a/, without the end of the stream.
    const headers = frame(1, 4, 1, 0x83, 0x87, 0x84, 0x41, 1, 0x61)
    socket.write(Uint8Array.from([...frame(4, 0, 0), ...headers, ...frame(0, 0, 1, 0x61)]))
    await started
    socket.write(Uint8Array.from(frame(3, 0, 1, 0, 0, 0, code)))
    await ended
    expect(errors).toEqual(ABORTED)
  })
})
