import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { constants } from 'node:http2'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { discardRest, requestBody } from './request-body.ts'

/** The stream of a request over HTTP/2. */
interface FakeStream {
  readonly closed: boolean
  readonly endAfterHeaders: boolean
  readonly close: (code: number) => void
}

class FakeIncoming extends EventEmitter {
  complete = false
  readonly calls: string[] = []
  readonly socket = { destroy: vi.fn<() => void>() }
  readonly destroy = vi.fn<() => void>()
  pause = () => this.#called('pause')
  resume = () => this.#called('resume')

  #called(name: string): this {
    this.calls.push(name)
    return this
  }
}

const bytes = (length: number) => Buffer.alloc(length, 1)
const streamOf = (stream: Partial<FakeStream> = {}): FakeStream => ({
  closed: false,
  endAfterHeaders: false,
  close: vi.fn<(code: number) => void>(),
  ...stream,
})

function rig(stream?: FakeStream | 'ended') {
  const clock = new FakeClock()
  const incoming = Object.assign(
    new FakeIncoming(),
    stream && { stream: stream === 'ended' ? undefined : stream },
  )
  const message = incoming as unknown as IncomingMessage
  const abort = vi.fn<(reason: unknown) => void>()
  const read = () => requestBody(message, { clock, timeoutMs: 100, abort })
  return { clock, incoming, abort, read, discard: () => discardRest(message, clock) }
}

describe('the body of a request', () => {
  test('is received as its reader asks for it, and ends', async () => {
    const { clock, incoming, abort, read } = rig()
    const body = read()
    expect(incoming.calls[0]).toBe('pause')
    expect(clock.pendingTimers).toBe(1)
    const text = new Response(body).arrayBuffer()
    incoming.emit('data', bytes(3))
    incoming.emit('data', bytes(2))
    incoming.emit('end')
    expect((await text).byteLength).toBe(5)
    expect([clock.pendingTimers, incoming.listenerCount('data')]).toEqual([0, 0])
    incoming.emit('close')
    expect(abort).not.toHaveBeenCalled()
  })

  test.each([
    [65_535, false],
    [65_536, true],
    [65_537, true],
  ])('%d bytes that were not read pause it: %s', async (length, pauses) => {
    const { incoming, read } = rig()
    const reader = read().getReader()
    await Promise.resolve()
    incoming.calls.length = 0
    incoming.emit('data', bytes(length))
    expect(incoming.calls).toEqual(pauses ? ['pause'] : [])
    await reader.read()
    await Promise.resolve()
    expect(incoming.calls.at(-1)).toBe('resume')
  })

  test.each(['close', 'error'])('fails when the client leaves (%s)', async event => {
    const { clock, incoming, abort, read } = rig()
    const body = new Response(read()).text()
    incoming.emit(event)
    await expect(body).rejects.toMatchObject({ name: 'AbortError' })
    expect(abort).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'AbortError' }))
    expect([clock.pendingTimers, incoming.listenerCount('data')]).toEqual([0, 0])
  })

  test.each([
    ['HTTP/1.1', undefined, true],
    ['an open stream', streamOf(), true],
    ['a closed stream', streamOf({ closed: true }), false],
    ['a stream that is gone', 'ended' as const, false],
  ])('over %s has an end that is complete: %s', async (_, stream, isComplete) => {
    const { incoming, read } = rig(stream)
    const body = new Response(read()).text()
    incoming.emit('end')
    if (isComplete) expect(await body).toBe('')
    else await expect(body).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('breaks off the connection of HTTP/1.1 when it takes too long', async () => {
    const { clock, incoming, abort, read } = rig()
    const body = new Response(read()).text()
    await clock.advance(99)
    expect(abort).not.toHaveBeenCalled()
    await Promise.all([expect(body).rejects.toMatchObject({ name: 'TimeoutError' }), clock.advance(1)])
    expect(abort).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'TimeoutError' }))
    expect(incoming.socket.destroy).toHaveBeenCalledTimes(1)
  })

  test('breaks off only its stream over HTTP/2', async () => {
    const stream = streamOf()
    const { clock, incoming, read } = rig(stream)
    const body = new Response(read()).text()
    await Promise.all([expect(body).rejects.toMatchObject({ name: 'TimeoutError' }), clock.advance(100)])
    expect(stream.close).toHaveBeenCalledExactlyOnceWith(constants.NGHTTP2_CANCEL)
    expect(incoming.calls.at(-1)).toBe('resume')
    expect(incoming.socket.destroy).not.toHaveBeenCalled()
  })

  test('that is cancelled leaves the connection open', async () => {
    const { clock, incoming, abort, read } = rig()
    await read().cancel()
    expect([clock.pendingTimers, incoming.listenerCount('data'), incoming.calls.at(-1)]).toEqual([
      0,
      0,
      'pause',
    ])
    incoming.emit('close')
    expect(abort).not.toHaveBeenCalled()
  })
})

describe('the rest of a request after its response', () => {
  test.each([
    ['a complete request', undefined, true],
    ['a stream without a body', streamOf({ endAfterHeaders: true }), false],
    ['a stream that is gone', 'ended' as const, false],
  ])('of %s is read, without a timer', (_, stream, complete) => {
    const { clock, incoming, discard } = rig(stream)
    incoming.complete = complete
    const unread = vi.fn<() => void>()
    incoming.on('data', unread)
    discard()
    incoming.emit('data')
    expect(unread).not.toHaveBeenCalled()
    expect([incoming.calls, clock.pendingTimers]).toEqual([['resume'], 0])
  })

  test('over HTTP/1.1 ends half a second later', async () => {
    const { clock, incoming, discard } = rig()
    discard()
    await clock.advance(499)
    expect(incoming.destroy).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(incoming.destroy).toHaveBeenCalledTimes(1)
  })

  test('over HTTP/2 closes its stream half a second later', async () => {
    const stream = streamOf()
    const { clock, incoming, discard } = rig(stream)
    discard()
    await clock.advance(500)
    expect(stream.close).toHaveBeenCalledExactlyOnceWith(constants.NGHTTP2_NO_ERROR)
    expect(incoming.destroy).not.toHaveBeenCalled()
  })

  test('that the client completes earlier ends nothing', async () => {
    const { clock, incoming, discard } = rig()
    discard()
    incoming.emit('close')
    expect(clock.pendingTimers).toBe(0)
  })
})
