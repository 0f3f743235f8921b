import { ConnectionError, type KubeClient, UsageError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { expect, it } from 'vitest'
import { SessionStreams } from './session-streams.ts'

const REQUEST = { type: 'streamCall', id: 1, verb: 'request', request: {} } as const

/** Streams of a client whose response has these chunks; `pulled` counts those that were read from it. */
function rig(chunks: readonly Uint8Array[], then: 'close' | 'fail' | 'wait' = 'close') {
  const clock = new FakeClock()
  const state = { pulled: 0, aborted: false }
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = chunks[state.pulled++]
          if (chunk) controller.enqueue(chunk)
          else if (then === 'close') controller.close()
          else if (then === 'fail') controller.error(new TypeError('terminated'))
          else return new Promise(() => {})
        },
      },
      { highWaterMark: 0 },
    )
  const client = {
    request: async (path: string, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => {
        state.aborted = true
      })
      return new Response(path === '/empty' ? null : body(), { status: 201, headers: { etag: 'x' } })
    },
  } as unknown as KubeClient
  const streams = new SessionStreams({ clock })
  const open = (stream: number, path = '/logs', signal = new AbortController().signal) =>
    streams.request(client, { ...REQUEST, stream, path }, signal)
  const read = async (stream: number) => {
    const part = streams.read(stream)
    part.catch(() => {})
    await clock.advance(1)
    return part
  }
  return { clock, state, streams, open, read }
}

const bytes = (...values: number[]) => Uint8Array.from(values)

it('reads a part only when the page requests it', async () => {
  const { state, open, read } = rig([bytes(1), bytes(2)])
  expect(await open(1)).toEqual({ status: 201, statusText: '', headers: [['etag', 'x']], hasBody: true })
  expect(state.pulled).toBe(0)
  expect(await read(1)).toEqual({ chunk: bytes(1) })
  expect(state.pulled).toBe(1)
  expect(await read(1)).toEqual({ chunk: bytes(2) })
  expect(await read(1)).toEqual({})
  await expect(read(1)).rejects.toThrow(ConnectionError)
})

it('says that an answer without content has no body, for which a browser has an empty stream', async () => {
  const response = new Response(null, { status: 204 })
  Object.defineProperty(response, 'body', { value: new Blob().stream() })
  const client = { request: async () => response } as unknown as KubeClient
  const streams = new SessionStreams({ clock: new FakeClock() })
  const open = { ...REQUEST, stream: 1, path: '/logs' }
  const head = await streams.request(client, open, new AbortController().signal)
  expect(head).toMatchObject({ status: 204, hasBody: false })
  await expect(streams.read(1)).rejects.toThrow(ConnectionError)
})

it('opens no second stream under the id of another, which could not be closed then', async () => {
  const { state, open, streams } = rig([bytes(1)], 'wait')
  await open(1)
  await expect(open(1)).rejects.toThrow('stream 1 is open already')
  streams.close(1)
  expect(state.aborted).toBe(true)
  await open(1)
})

it('sends no more of a buffer than the part of it', async () => {
  const { open, read } = rig([new Uint8Array(1_000).subarray(10, 12)])
  await open(1)
  const { chunk } = await read(1)
  expect((chunk as Uint8Array).buffer.byteLength).toBe(2)
})

it('rejects a read of a response that breaks off, and of a stream that it does not have', async () => {
  const { open, read } = rig([], 'fail')
  await open(1)
  await expect(read(1)).rejects.toThrow('the answer broke off')
  await expect(read(7)).rejects.toThrow('the stream has ended with its host')
  expect(await open(2, '/empty')).toMatchObject({ hasBody: false })
  await expect(read(2)).rejects.toThrow(ConnectionError)
})

it('ends the request when the stream is closed, or its opening is cancelled', async () => {
  const { state, streams, open } = rig([], 'wait')
  await open(1)
  streams.close(1)
  streams.close(1)
  expect(state.aborted).toBe(true)
  const other = rig([], 'wait')
  const stop = new AbortController()
  const opening = other.open(1, '/logs', stop.signal)
  stop.abort()
  await opening
  expect(other.state.aborted).toBe(true)
})

it('limits the streams of a page', async () => {
  const { streams, open } = rig([], 'wait')
  for (let stream = 1; stream <= 100; stream++) await open(stream)
  await expect(open(101)).rejects.toThrow(UsageError)
  streams.closeAll()
  await open(102)
})
