import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { constants } from 'node:http2'
import type { Duplex } from 'node:stream'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { Connections } from './connections.ts'

const CANCEL = constants.NGHTTP2_CANCEL

/** A socket that emits `close` once it is destroyed. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress = '127.0.0.1'
  readonly remotePort: number
  readonly alpnProtocol: string | false
  ending = ''

  constructor(remotePort = 1, alpnProtocol: string | false = false) {
    super()
    this.remotePort = remotePort
    this.alpnProtocol = alpnProtocol
  }

  destroy = () => this.#end('destroyed')
  destroySoon = () => this.#end('destroyed soon')

  #end(ending: string): void {
    this.ending ||= ending
    this.emit('close')
  }
}

class FakeSession extends EventEmitter {
  destroyed = false
  readonly close = vi.fn<() => void>()
  readonly destroy = vi.fn<(error: undefined, code: number) => void>()
  readonly setTimeout = vi.fn<(ms: number) => void>()
}

function rig(isSecure = false) {
  const clock = new FakeClock()
  const server = Object.assign(new EventEmitter(), { close: vi.fn<(done: () => void) => void>() })
  const connections = new Connections(server as unknown as Server, {
    isSecure,
    sessionIdleTimeoutMs: 77,
    headerTimeoutMs: 77,
  })
  const connect = (event: string, socket = new FakeSocket()) => {
    server.emit(event, socket)
    return socket
  }
  const request = (socket: EventEmitter) => {
    const outgoing = new EventEmitter()
    server.emit('request', { socket }, outgoing)
    return outgoing
  }
  const open = () => {
    const session = new FakeSession()
    server.emit('session', session)
    return session
  }
  /** Closes; `end` says that the server has no connections any more. */
  const close = (timeoutMs = 10) => {
    const closing = connections.close(timeoutMs, clock)
    return { closing, end: () => server.close.mock.calls[0]?.[0]() }
  }
  return { clock, connections, connect, request, open, close }
}

describe('a connection of HTTP/1.1', () => {
  test('ends at once if it is idle', () => {
    const { connections, connect, close } = rig()
    const socket = connect('connection')
    expect([connections.isClosing, socket.ending]).toEqual([false, ''])
    close()
    expect([connections.isClosing, socket.ending]).toEqual([true, 'destroyed'])
  })

  test('ends after the last of its responses', () => {
    const { connect, request, close } = rig()
    const socket = connect('connection')
    const [first, second] = [request(socket), request(socket)]
    close()
    first.emit('close')
    expect(socket.ending).toBe('')
    second.emit('close')
    expect(socket.ending).toBe('destroyed soon')
  })

  test('stays open after its responses until the server closes', () => {
    const { connect, request, close } = rig()
    const socket = connect('connection')
    for (let responses = 0; responses < 3; responses++) request(socket).emit('close')
    expect(socket.ending).toBe('')
    close()
    expect(socket.ending).toBe('destroyed')
  })

  test('ends after the grace, even if it is busy', async () => {
    const { clock, connect, request, close } = rig()
    const socket = connect('connection')
    request(socket)
    const { closing, end } = close(10)
    await clock.advance(9)
    expect(socket.ending).toBe('')
    await clock.advance(1)
    expect(socket.ending).toBe('destroyed')
    end()
    expect(await closing).toBe(false)
  })

  test('ends if it comes while the server closes', () => {
    const { connect, close } = rig()
    close()
    expect(connect('connection').ending).toBe('destroyed')
  })

  test('that has closed itself is forgotten', () => {
    const { connect, request, close } = rig()
    const socket = connect('connection')
    const outgoing = request(socket)
    socket.emit('close')
    close()
    outgoing.emit('close')
    request(socket).emit('close')
    expect([socket.ending, socket.listenerCount('close')]).toEqual(['', 0])
  })
})

test('closing in time does not wait for the grace', async () => {
  const { clock, close } = rig()
  const { closing, end } = close(10)
  end()
  expect(await closing).toBe(true)
  expect(clock.pendingTimers).toBe(0)
})

test('a connection with an upgrade is not ended before the grace', async () => {
  const { clock, connections, connect, close } = rig()
  const [stays, leaves] = [connect('connection'), connect('connection')]
  for (const socket of [stays, leaves]) connections.upgraded(socket as unknown as Duplex)
  leaves.emit('close')
  const { closing, end } = close(10)
  expect(stays.ending).toBe('')
  await clock.advance(10)
  expect([stays.ending, leaves.ending]).toEqual(['destroyed', ''])
  end()
  await closing
})

describe('over TLS', () => {
  test('a connection ends before its handshake is complete', () => {
    const { connect, close } = rig(true)
    const [first, second] = [
      connect('connection', new FakeSocket(1)),
      connect('connection', new FakeSocket(2)),
    ]
    connect('secureConnection', new FakeSocket(1, 'h2'))
    close()
    expect([first.ending, second.ending]).toEqual(['', 'destroyed'])
  })

  test('a client whose connection has closed may connect from the same port again', () => {
    const { connect, close } = rig(true)
    const before = connect('connection', new FakeSocket(1))
    const after = connect('connection', new FakeSocket(1))
    before.emit('close')
    const closed = connect('connection', new FakeSocket(2))
    closed.emit('close')
    close()
    expect([before.ending, after.ending, closed.ending]).toEqual(['', 'destroyed', ''])
  })

  test.each<[string | false, string]>([
    ['http/1.1', 'destroyed'],
    [false, 'destroyed'],
    ['h2', ''],
  ])('only connections of HTTP/2 have sessions (%s)', (protocol, ending) => {
    const { connect, close } = rig(true)
    const socket = connect('secureConnection', new FakeSocket(1, protocol))
    close()
    expect(socket.ending).toBe(ending)
  })
})

describe('a session of HTTP/2', () => {
  test('closes when it is idle, and is destroyed after the grace', async () => {
    const { clock, open, close } = rig()
    const session = open()
    const { closing, end } = close(10)
    expect(session.close).toHaveBeenCalledTimes(1)
    expect(session.destroy).not.toHaveBeenCalled()
    await clock.advance(10)
    expect(session.destroy).toHaveBeenCalledExactlyOnceWith(undefined, CANCEL)
    end()
    await closing
  })

  test('that has closed is forgotten', () => {
    const { open, close } = rig()
    const session = open()
    session.emit('close')
    close()
    expect(session.close).not.toHaveBeenCalled()
  })

  test('is closed after a time without streams', () => {
    const session = rig().open()
    expect(session.setTimeout.mock.calls).toEqual([[77]])
    session.emit('timeout')
    expect(session.destroy.mock.calls).toEqual([[undefined, constants.NGHTTP2_NO_ERROR]])
  })

  test('is not closed while it has a stream, and its time starts again after the last one', () => {
    const session = rig().open()
    const [first, second] = [new EventEmitter(), new EventEmitter()]
    session.emit('stream', first)
    session.emit('stream', second)
    first.emit('close')
    session.emit('timeout')
    expect(session.close).not.toHaveBeenCalled()
    expect(session.setTimeout).toHaveBeenCalledTimes(1)
    second.emit('close')
    expect(session.setTimeout.mock.calls).toEqual([[77], [77]])
    session.emit('timeout')
    expect(session.destroy.mock.calls).toEqual([[undefined, constants.NGHTTP2_NO_ERROR]])
  })

  test('that is destroyed gets no more time', () => {
    const session = rig().open()
    const stream = new EventEmitter()
    session.emit('stream', stream)
    session.destroyed = true
    stream.emit('close')
    expect(session.setTimeout).toHaveBeenCalledTimes(1)
  })
})
