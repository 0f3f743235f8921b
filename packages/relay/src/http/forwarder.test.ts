import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { Forwarder } from './forwarder.ts'

const URL_OF_LOGS = 'http://relay/api/v1/namespaces/a/pods/p/log'

/** Takes nothing from a budget. */
const passage = (stopping: AbortSignal) => ({ stopping, take: () => () => {}, onEnd: () => {} })

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
  const send = () => forwarder.send(request, passage(stopping.signal))
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

/** What a forwarder sends for a request, and what it makes of the answer. */
async function passedOn(request: Request, answer: Response | Error = new Response('ok')) {
  const sent: { readonly url: string; readonly init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit = {}) => {
    sent.push({ url, init })
    if (answer instanceof Error) throw answer
    return answer
  }
  const { signal } = new AbortController()
  const forwarder = new Forwarder({ baseUrl: 'http://upstream/root//', fetch })
  const response = await forwarder.send(request, passage(signal)).catch((error: unknown) => error)
  const [first] = sent
  return {
    response,
    url: first?.url,
    init: first?.init,
    headers: Object.fromEntries(new Headers(first?.init.headers)),
  }
}

test('a request is sent to the apiserver as it is, without headers of the connection and without cookies', async () => {
  const given = {
    Accept: 'a',
    Authorization: 'Bearer b',
    'Impersonate-User': 'c',
    Cookie: 'd',
    Origin: 'e',
    Referer: 'f',
    Host: 'g',
    TE: 'h',
    'Keep-Alive': 'i',
    'Proxy-Authorization': 'j',
    'X-One': 'k',
    'X-Two': 'l',
    Connection: 'X-One , authorization,Impersonate-User',
  }
  const request = new Request('http://relay/api/v1/pods?limit=1', {
    method: 'POST',
    body: 'text',
    headers: given,
  })
  const { url, init, headers } = await passedOn(request)
  expect(url).toBe('http://upstream/root/api/v1/pods?limit=1')
  expect(init).toMatchObject({
    ...{ method: 'POST', redirect: 'manual', credentials: 'omit', cache: 'no-store', duplex: 'half' },
  })
  expect(await new Response(init?.body).text()).toBe('text')
  expect(headers).toEqual({
    accept: 'a',
    authorization: 'Bearer b',
    'content-type': 'text/plain;charset=UTF-8',
    'impersonate-user': 'c',
    'x-two': 'l',
  })
  expect((await passedOn(new Request(URL_OF_LOGS))).init).not.toHaveProperty('duplex')
})

test('an answer is passed on without the headers that its decoding has made wrong', async () => {
  const answer = new Response('text', {
    status: 207,
    headers: {
      ...{ 'Content-Encoding': 'gzip', 'Content-Length': '9', 'Set-Cookie': 'a', 'X-One': 'b', 'X-Two': 'c' },
      ...{ Connection: 'x-one', 'Content-Type': 'text/plain' },
    },
  })
  const response = (await passedOn(new Request(URL_OF_LOGS), answer)).response as Response
  expect([response.status, await response.text(), Object.fromEntries(response.headers)]).toEqual([
    207,
    'text',
    { 'content-type': 'text/plain', 'x-two': 'c' },
  ])
})

test.each([299, 304, 400, 404, 500])('an answer of %i is passed on', async status => {
  const answer = new Response(null, { status })
  expect((await passedOn(new Request(URL_OF_LOGS), answer)).response).toMatchObject({ status })
})

test.each([300, 301, 303, 307, 399])('an answer of %i is a redirect, which is not followed', async status => {
  const answer = new Response(status === 303 ? 'text' : null, { status })
  const { response } = await passedOn(new Request(URL_OF_LOGS), answer)
  expect(response).toMatchObject({ code: 503, message: expect.stringContaining('redirects') })
})

test('no answer is a 503, and an upgrade is a 403', async () => {
  expect((await passedOn(new Request(URL_OF_LOGS), new TypeError('refused'))).response).toMatchObject({
    code: 503,
    message: 'the upstream apiserver does not respond',
  })
  const upgrade = await passedOn(new Request(URL_OF_LOGS, { headers: { Upgrade: 'websocket' } }))
  expect([upgrade.response, upgrade.url]).toEqual([expect.objectContaining({ code: 403 }), undefined])
})

test('a redirect retains nothing, and its body is cancelled', async () => {
  const cancelled: unknown[] = []
  const body = new ReadableStream({ cancel: reason => void cancelled.push(reason) })
  const { signal } = new AbortController()
  const fetch = async () => new Response(body, { status: 307 })
  const forwarder = new Forwarder({ baseUrl: 'http://upstream', fetch })
  await expect(forwarder.send(new Request(URL_OF_LOGS), passage(signal))).rejects.toThrow('redirects')
  expect([cancelled, getEventListeners(signal, 'abort').length]).toEqual([[undefined], 0])
})
