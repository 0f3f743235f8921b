import { once } from 'node:events'
import { constants } from 'node:http2'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { withResolvers } from '../internal/with-resolvers.ts'
import { http2Session, received, startServer, startTlsServer, tcpTo, tlsTo } from '../test/http-server-rig.ts'
import { LIMITS } from './limits.ts'

test('the limits of all servers, unless their options say otherwise', async () => {
  const { server } = await startServer()
  expect(server.server).toMatchObject({
    headersTimeout: 32_000,
    requestTimeout: 62_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    // Of TCP, in seconds.
    keepAlive: true,
    keepAliveInitialDelay: 30,
  })
  expect(LIMITS.sessionIdleTimeoutMs).toBe(90_000)
})

test('a handshake that takes too long ends the connection', async () => {
  const { port } = await startTlsServer({ headerTimeoutMs: 50 })
  expect(await received(await tcpTo(port))).toBe('')
})

describe('headers', () => {
  test('too many bytes of them are a 431 over HTTP/1.1', async () => {
    const { port } = await startServer()
    const socket = await tcpTo(port)
    const answer = received(socket)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nX-Large: ${'a'.repeat(100_000)}`)
    expect(await answer).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('too many of them end a request over HTTP/2', async () => {
    const { url } = await startTlsServer()
    const session = await http2Session(url)
    const headers = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x-${index}`, 'a']))
    const stream = session.request({ ':method': 'POST', ...headers })
    await once(stream, 'close').catch(() => {})
    expect(stream.rstCode).not.toBe(constants.NGHTTP2_NO_ERROR)
  })

  test.each([
    ['plain text', async () => tcpTo((await startServer({ headerTimeoutMs: 50 })).port)],
    ['TLS', async () => tlsTo((await startTlsServer({ headerTimeoutMs: 50 })).port)],
  ])('slow ones end a connection of HTTP/1.1 over %s', async (_what, connected) => {
    const socket = await connected()
    const answer = received(socket)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('a body that comes too slowly', () => {
  const slow = async () => {
    const clock = new FakeClock()
    const started = withResolvers<void>()
    const outcome = withResolvers<{ body: unknown; signal: unknown }>()
    const server = await startTlsServer({
      clock,
      handler: async request => {
        started.resolve()
        const body: unknown = await request.text().catch(error => error)
        outcome.resolve({ body, signal: request.signal.reason })
        return new Response('late')
      },
    })
    return { ...server, clock, started: started.promise, outcome: outcome.promise }
  }
  const TIMEOUT = expect.objectContaining({
    name: 'TimeoutError',
    message: 'the request body took more than 30000 ms',
  })

  test('ends the connection of HTTP/1.1', async () => {
    const { port, clock, started, outcome } = await slow()
    const socket = await tlsTo(port)
    const answer = received(socket)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
    await started
    await clock.advance(30_000)
    expect(await outcome).toEqual({ body: TIMEOUT, signal: TIMEOUT })
    expect(await answer).toBe('')
    expect(clock.pendingTimers).toBe(0)
  })

  test('ends the request of HTTP/2, and no other', async () => {
    const { url, clock, started, outcome } = await slow()
    const session = await http2Session(url)
    const stream = session.request({ ':method': 'POST' })
    stream.on('error', () => {}).resume()
    stream.write('abc')
    await started
    const closed = new Promise<void>(resolve => stream.once('close', () => resolve()))
    await clock.advance(30_000)
    expect(await outcome).toEqual({ body: TIMEOUT, signal: TIMEOUT })
    await closed
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL)
    const other = session.request({ ':method': 'POST' }).end('abc')
    other.setEncoding('utf8')
    expect(await once(other, 'data')).toEqual(['late'])
    expect(clock.pendingTimers).toBe(0)
  })

  test('ends the connection although the handler does not read it', async () => {
    const { port } = await startServer({
      handler: () => new Promise(() => {}),
      headerTimeoutMs: 50,
      bodyTimeoutMs: 50,
    })
    const socket = await tcpTo(port)
    const answer = received(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  })
})

test('a body that goes on after the response ends the connection after half a second', async () => {
  const clock = new FakeClock()
  const { port } = await startServer({ clock })
  const socket = await tcpTo(port)
  let isClosed = false
  const answer = received(socket).finally(() => {
    isClosed = true
  })
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
  await once(socket, 'data')
  await vi.waitFor(() => expect(clock.pendingTimers).toBeGreaterThan(0))
  await clock.advance(499)
  expect(isClosed).toBe(false)
  await clock.advance(1)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  await vi.waitFor(() => expect(clock.pendingTimers).toBe(0))
})

describe('idle connections are closed', () => {
  test('of HTTP/1.1', async () => {
    const { port } = await startServer({ idleTimeoutMs: 20 })
    const socket = await tcpTo(port)
    const answer = received(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('of HTTP/2', async () => {
    const { url } = await startTlsServer({ sessionIdleTimeoutMs: 20 })
    await once(await http2Session(url), 'close')
  })

  test('of HTTP/2 without a first request, sooner', async () => {
    const { url } = await startTlsServer({ headerTimeoutMs: 20 })
    await once(await http2Session(url), 'close')
  })

  test('of HTTP/2 with headers that are not complete', async () => {
    const { port } = await startTlsServer({ headerTimeoutMs: 50 })
    const socket = await tlsTo(port, { ALPNProtocols: ['h2'] })
    const closed = received(socket)
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
    const settings = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    const halfHeaders = [0, 0, 1, 1, 1, 0, 0, 0, 1, 0x82]
    socket.write(Buffer.concat([Buffer.from(preface), Buffer.from([...settings, ...halfHeaders])]))
    await closed
  })

  test('of HTTP/2, but not while a request is open', async () => {
    const silent = withResolvers<Response>()
    const { url } = await startTlsServer({ handler: () => silent.promise, sessionIdleTimeoutMs: 20 })
    const session = await http2Session(url)
    const stream = session.request({ ':path': '/' }).setEncoding('utf8')
    const goaway = vi.fn()
    session.on('goaway', goaway)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(goaway).not.toHaveBeenCalled()
    silent.resolve(new Response('late'))
    expect(await once(stream, 'data')).toEqual(['late'])
    await once(session, 'close')
  })
})

test('a session has at most 250 open requests', async () => {
  const { url } = await startTlsServer()
  const session = await http2Session(url)
  if (session.remoteSettings.maxConcurrentStreams !== 250) await once(session, 'remoteSettings')
  expect(session.remoteSettings.maxConcurrentStreams).toBe(250)
})
