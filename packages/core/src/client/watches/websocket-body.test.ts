import { describe, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../api/errors.ts'
import { WebSocketBody } from './websocket-body.ts'

/** A socket that the test opens, closes and sends through. */
class FakeSocket {
  onopen?: () => void
  onmessage?: (event: { readonly data: string | ArrayBuffer }) => void
  onclose?: (event: { readonly code: number }) => void
  onerror?: () => void
  readonly close = vi.fn<() => void>()
}

const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer

async function rig(maxWaiting = 100) {
  const socket = new FakeSocket()
  const stop = new AbortController()
  const opening = new WebSocketBody(socket as unknown as WebSocket, maxWaiting).opened(stop.signal)
  socket.onopen?.()
  const body = await opening
  if (!body) throw new Error('the socket did not open')
  const reader = body.getReader()
  const send = (...messages: readonly (string | ArrayBuffer)[]) => {
    for (const data of messages) socket.onmessage?.({ data })
  }
  const read = async () => (await reader.read()).value
  const readText = async () => new TextDecoder().decode(await read())
  return { socket, stop, reader, send, read, readText }
}

test('all texts that wait are one chunk', async () => {
  const { send, readText } = await rig()
  send('a', '', 'é\n')
  expect(await readText()).toBe('aé\n')
  const later = readText()
  send('b', 'c')
  expect(await later).toBe('b')
  expect(await readText()).toBe('c')
})

test('binary messages are frames with their lengths', async () => {
  const { send, read } = await rig(1_000)
  send(bytes(1, 2), bytes(), bytes(...Array<number>(258).fill(7)))
  expect([...((await read()) ?? [])]).toEqual([
    ...[0, 0, 0, 2, 1, 2],
    ...[0, 0, 0, 0],
    ...[0, 0, 1, 2, ...Array<number>(258).fill(7)],
  ])
  send(bytes(9), 'text', bytes(8))
  expect([...((await read()) ?? [])]).toEqual([0, 0, 0, 1, 9, 0, 0, 0, 1, 8])
})

describe('what waits is limited', () => {
  test.each([
    ['texts', ['x'.repeat(5), 'x'.repeat(5)], ['x']],
    ['frames', [bytes(1), bytes(2)], [bytes()]],
  ])('%s', async (_, messages, more) => {
    const { socket, send, read } = await rig(10)
    send(...messages)
    expect(socket.close).not.toHaveBeenCalled()
    send(...more)
    expect(socket.close).toHaveBeenCalledTimes(1)
    send('ignored')
    await read()
    expect(await read()).toBeUndefined()
  })
})

test.each([
  [1000, undefined],
  [1001, 'the WebSocket was closed with 1001'],
  [1006, 'the WebSocket was closed with 1006'],
])('a socket that closes with %d ends the stream after what waits', async (code, message) => {
  const { socket, send, reader, readText } = await rig()
  send('last')
  socket.onclose?.({ code })
  send('ignored')
  expect(await readText()).toBe('last')
  if (message === undefined) expect(await reader.read()).toEqual({ done: true, value: undefined })
  else {
    const error = await reader.read().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ message })
  }
})

test('cancelling the stream closes the socket', async () => {
  const { socket, reader } = await rig()
  await reader.cancel()
  expect(socket.close).toHaveBeenCalledTimes(1)
})

test('an abort ends the stream with its reason, and closes the socket', async () => {
  const { socket, stop, reader } = await rig()
  const pending = reader.read()
  stop.abort(new Error('stopped'))
  await expect(pending).rejects.toThrow('stopped')
  expect(socket.close).toHaveBeenCalledTimes(1)
})

describe('a socket that does not open', () => {
  const opening = (signal?: AbortSignal) => {
    const socket = new FakeSocket()
    return { socket, opened: new WebSocketBody(socket as unknown as WebSocket, 100).opened(signal) }
  }

  test('has no stream', async () => {
    const { socket, opened } = opening()
    socket.onerror?.()
    socket.onclose?.({ code: 1006 })
    expect(await opened).toBeUndefined()
  })

  test('is closed once it opens after an abort', async () => {
    const stop = new AbortController()
    const { socket, opened } = opening(stop.signal)
    stop.abort(new Error('stopped'))
    await expect(opened).rejects.toThrow('stopped')
    expect(socket.close).toHaveBeenCalledTimes(1)
    socket.onopen?.()
    expect(socket.close).toHaveBeenCalledTimes(2)
  })

  test('does not listen to the signal any more', async () => {
    const stop = new AbortController()
    const { socket, opened } = opening(stop.signal)
    socket.onclose?.({ code: 1006 })
    await opened
    const calls = socket.close.mock.calls.length
    stop.abort()
    expect(socket.close).toHaveBeenCalledTimes(calls)
  })
})
