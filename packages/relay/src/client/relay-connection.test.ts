import { getEventListeners } from 'node:events'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { dataMessage } from '../socket/protocol.ts'
import { noSocket, RelayConnection } from './relay-connection.ts'

/** The page's end of a socket, whose other end is the test. */
class Socket {
  binaryType = 'blob'
  readonly sent: unknown[] = []
  readonly closes: (number | undefined)[] = []
  onopen = () => {}
  onmessage = (_event: { readonly data: unknown }) => {}
  onerror = () => {}
  onclose = (_event: { readonly code: number }) => {}

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(code?: number): void {
    this.closes.push(code)
  }
  receive(...frames: readonly object[]): void {
    for (const frame of frames) this.onmessage({ data: JSON.stringify(frame) })
  }
  receiveBytes(id: number, length: number): void {
    this.onmessage({ data: dataMessage(id, new Uint8Array(length)).buffer })
  }
  /** What was sent since the last call. */
  taken(): readonly unknown[] {
    return this.sent.splice(0)
  }
}

function start(isOpen = true) {
  const clock = new FakeClock()
  const socket = new Socket()
  const connection = new RelayConnection({
    ...{ socket: socket as unknown as WebSocket, clock },
    ...{ windowBytes: 10, answerTimeoutMs: 300, lingerMs: 50 },
  })
  if (isOpen) socket.onopen()
  return { clock, socket, connection }
}
const failureOf = (promise: Promise<unknown>) => promise.then(String, String)

/** A connection with one watch that is open, and its stream. */
async function opened() {
  const started = start()
  const opening = started.connection.open({ path: '/a' })
  started.socket.receive({ type: 'opened', id: 1 })
  const answer = await opening
  if (answer === 'unopened' || !('stream' in answer)) throw new Error('it is not open')
  started.socket.taken()
  return { ...started, stream: answer.stream, reader: answer.stream.getReader() }
}

describe('what a page sends', () => {
  test('waits for the socket to open', () => {
    const { socket, connection } = start(false)
    expect(socket.binaryType).toBe('arraybuffer')
    void connection.open({ path: '/a', accept: 'json' })
    expect(socket.taken()).toEqual([])
    socket.onopen()
    expect(socket.taken()).toEqual([{ type: 'open', id: 1, path: '/a', credit: 10, accept: 'json' }])
    void connection.open({ path: '/b' })
    expect(socket.taken()).toEqual([{ type: 'open', id: 2, path: '/b', credit: 10 }])
  })

  test('has a token before the first watch that needs it', () => {
    const { socket, connection } = start()
    for (const token of ['x', 'x', undefined, 'x', 'y']) void connection.open({ path: '/a', token })
    const short = (frame: unknown) => {
      const { type, token } = frame as { type: string; token?: string }
      return token ?? type
    }
    expect(socket.taken().map(short)).toEqual(['x', 'open', 'open', 'open', 'open', 'y', 'open'])
  })

  test('confirms each mark', () => {
    const { socket } = start()
    socket.receive({ type: 'mark', mark: '3' })
    expect([socket.taken(), socket.closes]).toEqual([[{ type: 'mark', mark: '3' }], []])
  })

  test('grants what its reader has read', async () => {
    const { socket, reader } = await opened()
    socket.receiveBytes(1, 6)
    expect((await reader.read()).value).toHaveLength(6)
    expect(socket.taken()).toEqual([{ type: 'credit', id: 1, bytes: 6 }])
  })
})

describe('a watch', () => {
  test('that is not answered in time ends the connection', async () => {
    const { clock, socket, connection } = start()
    const failed = [failureOf(connection.open({ path: '/a' })), failureOf(connection.open({ path: '/b' }))]
    await clock.advance(299)
    expect([connection.isOver, socket.closes]).toEqual([false, []])
    await clock.advance(1)
    expect([connection.isOver, socket.closes, clock.pendingTimers]).toEqual([true, [undefined], 0])
    expect(await Promise.all(failed)).toEqual(Array(2).fill(expect.stringContaining('it does not answer')))
  })

  test('that is open needs no answer', async () => {
    const { clock, connection } = await opened()
    await clock.advance(1000)
    expect([connection.isOver, clock.pendingTimers]).toEqual([false, 0])
  })

  test('that is refused leaves the socket to the next one for a while', async () => {
    const { clock, socket, connection } = start()
    const refused = { type: 'refused', id: 1, status: 403, body: 'no' }
    const opening = connection.open({ path: '/a' })
    socket.receive(refused)
    expect(await opening).toEqual({ refused })
    expect(clock.pendingTimers).toBe(1)
    await clock.advance(49)
    void connection.open({ path: '/b' })
    socket.receive({ type: 'opened', id: 2 })
    await clock.advance(1000)
    expect(socket.closes).toEqual([])
    socket.receive({ type: 'ended', id: 2 })
    await clock.advance(49)
    expect([socket.closes, connection.isOver]).toEqual([[], false])
    await clock.advance(1)
    expect([socket.closes, connection.isOver, clock.pendingTimers]).toEqual([[undefined], true, 0])
  })

  test('that ends while another one is open leaves the socket open', async () => {
    const { clock, socket, connection } = await opened()
    void connection.open({ path: '/b' }).catch(() => {})
    socket.receive({ type: 'ended', id: 2 })
    expect(clock.pendingTimers).toBe(0)
    await clock.advance(1000)
    expect(socket.closes).toEqual([])
  })

  test('ends as its server has ended it, after its bytes', async () => {
    const { socket, reader } = await opened()
    socket.receiveBytes(1, 2)
    socket.receive({ type: 'ended', id: 1 })
    expect((await reader.read()).value).toHaveLength(2)
    expect((await reader.read()).done).toBe(true)
  })

  test('that broke off has an error', async () => {
    const { socket, reader } = await opened()
    socket.receive({ type: 'ended', id: 1, isBroken: true })
    expect(await failureOf(reader.read())).toContain('the watch broke off')
  })

  test('that ends before it opened is an error', async () => {
    const { socket, connection } = start()
    const opening = failureOf(connection.open({ path: '/a' }))
    socket.receive({ type: 'ended', id: 1 })
    expect(await opening).toContain('the watch ended before it opened')
  })

  test('whose reader cancels is closed, and the socket with the last one', async () => {
    const { clock, socket, connection, reader } = await opened()
    const other = failureOf(connection.open({ path: '/b' }))
    socket.taken()
    await reader.cancel()
    expect([socket.taken(), socket.closes]).toEqual([[{ type: 'close', id: 1 }], []])
    // What was on the way is ignored.
    socket.receiveBytes(1, 1)
    socket.receive({ type: 'ended', id: 1 })
    expect([socket.closes, clock.pendingTimers]).toEqual([[], 1])
    socket.receive({ type: 'ended', id: 2 })
    await other
  })

  test('that is aborted has the reason of its signal', async () => {
    const { clock, socket, connection } = start()
    const stopping = new AbortController()
    const opening = connection.open({ path: '/a', signal: stopping.signal })
    const reason = new Error('left')
    stopping.abort(reason)
    await expect(opening).rejects.toBe(reason)
    expect(socket.taken()).toEqual([
      { type: 'open', id: 1, path: '/a', credit: 10 },
      { type: 'close', id: 1 },
    ])
    expect([socket.closes, connection.isOver, clock.pendingTimers]).toEqual([[undefined], true, 0])
    const { socket: unused, connection: other } = start()
    expect(() => other.open({ path: '/a', signal: stopping.signal })).toThrow(reason)
    expect(unused.sent).toEqual([])
  })

  test('that is aborted while it is open breaks its stream off with the reason', async () => {
    const { socket, connection } = start()
    const stopping = new AbortController()
    const opening = connection.open({ path: '/a', signal: stopping.signal })
    socket.receive({ type: 'opened', id: 1 })
    const answer = await opening
    const reason = new Error('left')
    stopping.abort(reason)
    if (answer === 'unopened' || !('stream' in answer)) throw new Error('it is not open')
    await expect(answer.stream.getReader().read()).rejects.toBe(reason)
  })
})

test('a watch that has ended leaves no listener on its signal', async () => {
  const ends = [
    (socket: Socket) => socket.receive({ type: 'refused', id: 1, status: 403, body: '' }),
    (socket: Socket) => socket.receive({ type: 'ended', id: 1 }),
    (socket: Socket) => socket.onclose({ code: 1006 }),
  ]
  for (const end of ends) {
    const { socket, connection } = start()
    const { signal } = new AbortController()
    const opening = connection.open({ path: '/a', signal }).catch(() => {})
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    end(socket)
    await opening
    expect(getEventListeners(signal, 'abort')).toEqual([])
  }
})

describe('a socket that closes', () => {
  test.each([
    [1000, 'end of the stream'],
    [1006, 'closed with 1006'],
  ])('with %d is the %s', async (code, expected) => {
    const { socket, connection, reader } = await opened()
    socket.onclose({ code })
    const read = reader.read().then(({ done }) => (done ? 'end of the stream' : 'bytes'), String)
    expect(await read).toContain(expected)
    expect([connection.isOver, socket.closes]).toEqual([true, []])
    expect(await failureOf(connection.open({ path: '/b' }))).toContain('it has ended')
  })

  test('before it opened has opened no watch', async () => {
    const { clock, socket, connection } = start(false)
    const opening = connection.open({ path: '/a' })
    socket.onclose({ code: 1006 })
    expect([await opening, clock.pendingTimers]).toEqual(['unopened', 0])
  })

  test('while no watch uses it leaves no timer', async () => {
    const { clock, socket, connection } = start()
    const opening = connection.open({ path: '/a' })
    socket.receive({ type: 'refused', id: 1, status: 403, body: '' })
    await opening
    socket.onclose({ code: 1006 })
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('a relay that violates the protocol', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['a text that is no frame', socket => socket.receive({ type: 'hello' })],
    ['a frame of a later id', socket => socket.receive({ type: 'opened', id: 2 })],
    ['bytes of a later id', socket => socket.receiveBytes(2, 1)],
    ['bytes without content', socket => socket.receiveBytes(1, 0)],
    ['more bytes than the credit', socket => socket.receiveBytes(1, 11)],
    ['what is neither text nor bytes', socket => socket.onmessage({ data: 7 })],
  ])('by %s is left', async (_, violate) => {
    const { socket, connection, reader } = await opened()
    violate(socket)
    violate(socket)
    expect([connection.isOver, socket.closes]).toEqual([true, [4400]])
    expect(await failureOf(reader.read())).toContain('it sent what is not of this protocol')
  })

  test('all of its credit is no violation', async () => {
    const { socket } = await opened()
    socket.receiveBytes(1, 10)
    expect(socket.closes).toEqual([])
  })
})

test('a connection is closed once', async () => {
  const { socket, connection, reader } = await opened()
  connection.close('the client stops', 1001)
  connection.close('again', 1002)
  expect([socket.closes, await failureOf(reader.read())]).toEqual([
    [1001],
    expect.stringContaining('the client stops'),
  ])
  await reader.cancel().catch(() => {})
  socket.receive({ type: 'mark', mark: '1' })
  expect(socket.taken()).toEqual([])
})

test('the error without a socket names what was requested, and where', () => {
  expect(noSocket('watch pods', 'https://relay').message).toBe(
    'watch pods: no WebSocket to https://relay, where fetch gets an answer; does a proxy refuse it?',
  )
})
