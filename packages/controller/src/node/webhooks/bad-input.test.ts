import { once } from 'node:events'
import { constants } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { gate } from '../../test/gate.ts'
import { widgets } from '../../test/manager-rig.ts'
import { http1Client, http2Client, http2Session, tlsTo } from '../../test/tls-client.ts'
import { startServer } from '../../test/webhook-server-rig.ts'
import { validating } from '../../webhook/admission/validating.ts'
import { webhookHandler } from '../../webhook/webhook-handler.ts'

const PATH = '/validate-example-com-v1-widget'
const handler = webhookHandler([validating(widgets, { create: () => {} })])

const reviewOf = (uid: string) =>
  JSON.stringify({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      ...{ uid, operation: 'CREATE', kind: { group: 'example.com', version: 'v1', kind: 'Widget' } },
      object: { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { size: 1 } },
    },
  })

async function tcpTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything a server sends until it closes the connection. */
async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  // It may end by a reset, which is an error of the socket.
  await new Promise<void>(resolve => socket.once('close', () => resolve()))
  return text
}

/** Expects that the server still answers. */
async function works(url: string, ca: string): Promise<void> {
  for (const post of [http1Client(url, { ca }), await http2Client(url)]) {
    const { text } = await post(PATH, reviewOf('x'))
    expect(JSON.parse(text).response).toMatchObject({ uid: 'x', allowed: true })
  }
}

describe('before TLS', () => {
  test.each([
    ['plain HTTP', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['other bytes', '\0\xff\r\n'.repeat(1000)],
    ['a record that announces more than it has', '\x16\x03\x01\xff\xff\x01'],
  ])('%s ends the connection', async (_what, bytes) => {
    const { url, port, ca, logger } = await startServer({ handler })
    const socket = await tcpTo(port)
    const closed = received(socket)
    socket.end(bytes, 'latin1')
    await closed
    await works(url, ca)
    await vi.waitFor(() =>
      expect(logger.messages).toContainEqual(
        expect.objectContaining({ level: 'debug', message: 'TLS handshake error' }),
      ),
    )
    expect(logger.errors).toEqual([])
  })

  test('handshakes that are broken off do no harm', async () => {
    const { url, port, ca, logger } = await startServer({ handler })
    for (let i = 0; i < 20; i++) (await tcpTo(port)).resetAndDestroy()
    await works(url, ca)
    expect(logger.errors).toEqual([])
  })

  test('a handshake that takes too long ends the connection', async () => {
    const { port } = await startServer({ handler, headerTimeoutMs: 50 })
    expect(await received(await tcpTo(port))).toBe('')
  })
})

describe('headers', () => {
  test('slow ones end a connection of HTTP/1.1', async () => {
    const { port } = await startServer({ handler, headerTimeoutMs: 50 })
    const socket = await tlsTo(port)
    const answer = received(socket)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('idle connections are closed', () => {
  test('of HTTP/1.1', async () => {
    const { port } = await startServer({ handler, idleTimeoutMs: 20 })
    const socket = await tlsTo(port)
    const answer = received(socket)
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect(await answer).toMatch(/^HTTP\/1\.1 405 /)
  })

  test('of HTTP/2', async () => {
    const { url } = await startServer({ handler, idleTimeoutMs: 20 })
    await once(await http2Session(url), 'close')
  })
})

test('a body that comes too slowly ends the connection', async () => {
  const clock = new FakeClock()
  const started = gate()
  const reading = ({ body }: Request) => {
    started.open()
    return new Response(body)
  }
  const { port } = await startServer({ clock, handler: reading, bodyTimeoutMs: 5000 })
  const socket = await tlsTo(port)
  const answer = received(socket)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
  await started.opened
  await clock.advance(5000)
  expect(await answer).toBe('')
})

describe('a body without an end is answered with 413', () => {
  const TOO_LARGE = { status: { code: 413, message: 'request entity is too large; limit is 7340032 bytes' } }

  test('over HTTP/1.1', async () => {
    const { url, port, ca } = await startServer({ handler })
    const socket = await tlsTo(port)
    const answer = received(socket)
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const send = () => {
      if (!socket.writable) return
      while (socket.write(chunk)) {}
    }
    socket.on('drain', send)
    send()
    const [, body = ''] = (await answer).split('\r\n\r\n')
    expect(JSON.parse(body).response).toMatchObject(TOO_LARGE)
    await works(url, ca)
  })

  test('over HTTP/2, without an effect on other requests of the connection', async () => {
    const { url } = await startServer({ handler })
    const session = await http2Session(url)
    for (let i = 0; i < 4; i++) {
      const stream = session.request({
        ...{ ':method': 'POST', ':path': PATH, 'content-type': 'application/json' },
      })
      stream.on('error', () => {})
      stream.setEncoding('utf8')
      const send = () => {
        while (stream.writable && stream.write(Buffer.alloc(65_536))) {}
      }
      stream.on('drain', send)
      send()
      const [body] = await once(stream, 'data')
      expect(JSON.parse(body).response).toMatchObject(TOO_LARGE)
      // Node's client waits for its own last write, so it does not emit close.
      await once(stream, 'aborted')
      expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR)
      stream.destroy()
    }
    const good = session.request({
      ...{ ':method': 'POST', ':path': PATH, 'content-type': 'application/json' },
    })
    good.setEncoding('utf8').end(reviewOf('good'))
    const [body] = await once(good, 'data')
    expect(JSON.parse(body).response).toMatchObject({ uid: 'good', allowed: true })
  })
})

test('many requests that are broken off leave nothing behind', async () => {
  const clock = new FakeClock()
  const { url, port, ca, stop, running, logger } = await startServer({ handler, clock })
  for (let i = 0; i < 20; i++) {
    const socket = await tlsTo(port)
    const session = await http2Session(url)
    const closed = Promise.all([once(socket, 'close'), once(session, 'close')])
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{`, () => socket.destroy())
    const stream = session.request({ ':method': 'POST', ':path': PATH })
    stream.on('error', () => {})
    stream.write('{', () => session.destroy())
    await closed
  }
  await works(url, ca)
  stop.abort()
  await running
  expect([clock.pendingTimers, logger.errors]).toEqual([0, []])
})
