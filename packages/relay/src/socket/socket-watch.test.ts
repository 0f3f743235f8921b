import { MAX_BUFFERED_BYTES, SentBytes } from '@kube-informer/cacher/sockets'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { ServerEnd } from '../test/socket-pair.ts'
import { Credit } from './credit.ts'
import { Outbox } from './outbox.ts'
import { MAX_CREDIT } from './protocol.ts'
import { refusedFrame } from './refused-frame.ts'
import { SocketWatch, type WatchSink } from './socket-watch.ts'

const settled = () => new Promise<void>(resolve => setImmediate(resolve))
/** Whether a promise has resolved. */
async function isResolved(promise: Promise<unknown>): Promise<boolean> {
  let resolved = false
  void promise.then(() => {
    resolved = true
  })
  await settled()
  return resolved
}

describe('the credit of a watch', () => {
  test('is taken as far as there is any, and grows up to the maximum', () => {
    const credit = new Credit(10)
    expect([credit.take(4), credit.take(10), credit.take(1)]).toEqual([4, 6, 0])
    expect([credit.grant(MAX_CREDIT), credit.grant(1), credit.take(MAX_CREDIT + 1)]).toEqual([
      true,
      false,
      MAX_CREDIT,
    ])
    expect(credit.grant(1)).toBe(true)
  })

  test('is waited for while there is none', async () => {
    const credit = new Credit(1)
    expect(await isResolved(credit.available())).toBe(true)
    credit.take(1)
    const [granted, released] = [credit.available(), credit]
    expect(await isResolved(granted)).toBe(false)
    credit.grant(1)
    expect(await isResolved(granted)).toBe(true)
    credit.take(1)
    const waiting = credit.available()
    released.release()
    expect([await isResolved(waiting), credit.take(1)]).toEqual([true, 0])
  })
})

describe('the body of a watch', () => {
  /** A body that a test writes, and what is sent of it. */
  function start(credit: number) {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const cancelled = vi.fn()
    const reads = vi.fn()
    const body = new ReadableStream<Uint8Array>(
      {
        start: given => {
          controller = given
        },
        pull: reads,
        cancel: cancelled,
      },
      { highWaterMark: 0 },
    )
    const sent: number[] = []
    const gate = { isFull: false, open: () => {} }
    const sink: WatchSink = {
      send: bytes => void sent.push(bytes.length),
      isFull: () => gate.isFull,
      drained: () =>
        new Promise<void>(resolve => {
          gate.open = resolve
        }),
    }
    const watch = new SocketWatch(credit)
    const over = watch.pump(body, sink)
    const write = async (length: number) => {
      controller?.enqueue(new Uint8Array(length))
      await settled()
    }
    return {
      watch,
      over,
      write,
      sent,
      gate,
      cancelled,
      reads,
      end: () => controller?.close(),
      fail: (error: Error) => controller?.error(error),
    }
  }

  test('is sent in parts of 256 KiB at most, within the credit', async () => {
    const { watch, write, sent } = start(600_000)
    await write(700_000)
    expect(sent).toEqual([262_144, 262_144, 75_712])
    expect(watch.grant(50_000)).toBe(true)
    await settled()
    expect(sent.slice(3)).toEqual([50_000])
    watch.grant(100_000)
    await settled()
    expect(sent.slice(4)).toEqual([50_000])
  })

  test('is not read without credit', async () => {
    const { watch, write, sent, reads } = start(5)
    await write(5)
    await settled()
    expect([sent, reads.mock.calls.length]).toEqual([[5], 0])
    watch.grant(1)
    await settled()
    expect(reads).toHaveBeenCalledTimes(1)
  })

  test('waits while the socket is full', async () => {
    const { write, sent, gate } = start(100)
    gate.isFull = true
    await write(5)
    expect(sent).toEqual([])
    gate.open()
    await settled()
    expect(sent).toEqual([])
    gate.isFull = false
    gate.open()
    await settled()
    expect(sent).toEqual([5])
  })

  test('ends with its stream, after all bytes', async () => {
    const { over, write, end, sent, watch } = start(100)
    await write(5)
    end()
    await over
    expect([sent, watch.signal.aborted]).toEqual([[5], false])
  })

  test('that breaks off rejects', async () => {
    const { over, fail } = start(100)
    fail(new Error('broken'))
    await expect(over).rejects.toThrow('broken')
  })

  test.each([
    ['waits for bytes', 100, false],
    ['waits for credit', 3, false],
    ['waits for the socket', 100, true],
  ])(
    'is cancelled, and nothing more is sent, when the reader closes the watch that %s',
    async (_, credit, isFull) => {
      const { watch, over, write, sent, gate, cancelled } = start(credit)
      gate.isFull = isFull
      await write(5)
      const before = sent.length
      watch.close()
      watch.close()
      gate.isFull = false
      gate.open()
      await over
      expect([sent.length, cancelled.mock.calls.length, watch.signal.aborted]).toEqual([before, 1, true])
    },
  )
})

describe('what a socket is sent', () => {
  const KIB = 1024
  function start(bufferedAmount?: number) {
    const clock = new FakeClock()
    const socket = new ServerEnd(
      () => {},
      () => {},
    )
    socket.readyState = 1
    socket.bufferedAmount = bufferedAmount
    const close = vi.fn()
    const sentBytes = new SentBytes()
    const outbox = new Outbox({ socket, clock, sentBytes, close })
    const marks = () =>
      socket.sent.flatMap(one =>
        typeof one === 'string' && one.startsWith('{"type":"mark"') ? JSON.parse(one).mark : [],
      )
    const send = (bytes: number) => outbox.send(new Uint8Array(bytes))
    return { clock, socket, outbox, close, sentBytes, marks, send }
  }

  test('where the runtime counts, waits in the socket, and has no marks', async () => {
    const { socket, outbox, send, marks, clock } = start(0)
    send(100 * KIB)
    expect([outbox.unreceived, marks(), outbox.isFull]).toEqual([0, [], false])
    socket.bufferedAmount = MAX_BUFFERED_BYTES
    expect(outbox.isFull).toBe(false)
    socket.bufferedAmount++
    expect([outbox.isFull, outbox.unreceived]).toEqual([true, MAX_BUFFERED_BYTES + 1])
    const [drained, again] = [outbox.drained(), outbox.drained()]
    expect([again, await isResolved(drained)]).toEqual([drained, false])
    socket.bufferedAmount = 0
    await clock.advance(10_000)
    expect(await isResolved(drained)).toBe(true)
    expect(outbox.drained()).not.toBe(drained)
  })

  test('elsewhere has a mark after 32 KiB, which the reader returns in order', () => {
    const { outbox, send, marks, sentBytes } = start()
    send(32 * KIB - 1)
    expect(marks()).toEqual([])
    send(1)
    expect([marks().length, outbox.unreceived, sentBytes.bytes]).toEqual([1, 32 * KIB, 32 * KIB])
    send(32 * KIB)
    const [first = '', second = ''] = marks()
    expect(outbox.returned(first)).toBe(true)
    expect([outbox.unreceived, sentBytes.bytes]).toEqual([32 * KIB, 32 * KIB])
    expect([outbox.returned(second), outbox.unreceived, outbox.returned(second)]).toEqual([true, 0, false])
  })

  test('elsewhere is not full again once marks are returned', async () => {
    const { outbox, send, marks } = start()
    send(MAX_BUFFERED_BYTES)
    expect(outbox.isFull).toBe(false)
    send(32 * KIB)
    expect(outbox.isFull).toBe(true)
    const drained = outbox.drained()
    expect(await isResolved(drained)).toBe(false)
    for (const mark of marks()) outbox.returned(mark)
    expect([await isResolved(drained), outbox.isFull]).toEqual([true, false])
  })

  test('after its end is nothing, and nothing waits for it', async () => {
    const { socket, outbox, send, sentBytes, close } = start()
    send(MAX_BUFFERED_BYTES + 32 * KIB)
    const drained = outbox.drained()
    const { length } = socket.sent
    outbox.end()
    send(5)
    expect([await isResolved(drained), outbox.isFull, sentBytes.bytes, socket.sent.length]).toEqual([
      true,
      false,
      0,
      length,
    ])
    outbox.close()
    expect(close).toHaveBeenCalledTimes(1)
  })
})

describe('the frame for a response that opens no watch', () => {
  test('has its status, its body and when to return', async () => {
    expect(
      await refusedFrame(7, new Response('no', { status: 429, headers: { 'Retry-After': '3' } })),
    ).toEqual({
      ...{ type: 'refused', id: 7, status: 429, body: 'no', retryAfter: '3' },
    })
    expect(await refusedFrame(7, new Response(null, { status: 204 }))).toEqual({
      ...{ type: 'refused', id: 7, status: 204, body: '' },
    })
  })

  test('has the first 16 KiB of a body, whose rest is not read', async () => {
    const cancelled = vi.fn()
    let pulls = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: controller => {
          pulls++
          controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)))
        },
        cancel: cancelled,
      },
      { highWaterMark: 0 },
    )
    const frame = await refusedFrame(1, new Response(body))
    expect('body' in frame && frame.body.length).toBe(16 * 1024)
    expect([pulls, cancelled.mock.calls.length]).toEqual([2, 1])
  })

  test('has a text that is split within a character', async () => {
    const bytes = new TextEncoder().encode('aä')
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        controller.enqueue(bytes.slice(0, 2))
        controller.enqueue(bytes.slice(2))
        controller.close()
      },
    })
    expect(await refusedFrame(1, new Response(body))).toMatchObject({ body: 'aä' })
  })
})
