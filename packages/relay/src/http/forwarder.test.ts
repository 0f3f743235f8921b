import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { Forwarder } from './forwarder.ts'

const URL_OF_LOGS = 'http://relay/api/v1/namespaces/a/pods/p/log'

/** An apiserver that answers with a body of two chunks, which fails in place of its end if the request aborts. */
const start = (method = 'GET') => {
  const leaving = new AbortController()
  const stopping = new AbortController()
  const fetch = async (_url: string, { signal }: RequestInit = {}): Promise<Response> => {
    signal?.throwIfAborted()
    if (method === 'HEAD') return new Response(null)
    let left = 2
    return new Response(
      new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          start: controller => signal?.addEventListener('abort', () => controller.error(signal.reason)),
          pull: controller => {
            if (left-- > 0) controller.enqueue(new TextEncoder().encode('line\n'))
            else controller.close()
          },
        },
        { highWaterMark: 0 },
      ),
    )
  }
  const forwarder = new Forwarder({ baseUrl: 'http://upstream', fetch })
  const request = new Request(URL_OF_LOGS, { method, signal: leaving.signal })
  const send = () => forwarder.send(request, stopping.signal)
  const listeners = () =>
    [request.signal, stopping.signal].map(signal => getEventListeners(signal, 'abort').length)
  return { leaving, stopping, send, listeners }
}

test('a request that was passed on retains nothing once its response was read, or has no body', async () => {
  const read = start()
  const response = await read.send()
  expect(read.listeners()).toEqual([1, 1])
  expect(await response.text()).toBe('line\nline\n')
  expect(read.listeners()).toEqual([0, 0])
  const head = start('HEAD')
  await head.send()
  expect(head.listeners()).toEqual([0, 0])
})

test('nor once its body was cancelled', async () => {
  const world = start()
  const { body } = await world.send()
  await body?.cancel()
  expect(world.listeners()).toEqual([0, 0])
})

test.each(['leaving', 'stopping'] as const)('an abort while %s breaks off the response', async cause => {
  const world = start()
  const reader = (await world.send()).body?.getReader()
  await reader?.read()
  world[cause].abort('gone')
  await expect(reader?.read()).rejects.toBe('gone')
  expect(world.listeners()).toEqual([0, 0])
  await expect(world.send()).rejects.toBe('gone')
  expect(world.listeners()).toEqual([0, 0])
})
