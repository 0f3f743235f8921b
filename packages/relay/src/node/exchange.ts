import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { isStraightPath, pushedBody, textResponse } from '@kube-informer/cacher/http'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import { ChunkFrames } from './chunk-frames.ts'

const frames = new ChunkFrames()

/** A request handler. */
export type Handler = (request: Request) => Promise<Response>

/** Answers a request. Never rejects: a lost connection, and a body that breaks off, destroy the response. */
export async function answer(
  handle: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  try {
    await send(await respond(handle, incoming, gone.signal), outgoing, gone.signal)
  } catch {
    outgoing.destroy()
  }
}

/** The response of a handler; a request that cannot be a `Request` does not reach it. */
export async function respond(
  handle: Handler,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const { url = '/' } = incoming
  if (!url.startsWith('/') || !isStraightPath(url)) return textResponse('404 page not found\n', 404)
  const request = toRequest(incoming, signal)
  return request ? handle(request) : textResponse('400 Bad Request\n', 400)
}

/** The incoming message as a `Request`; undefined if its host, method or headers are invalid. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = 'GET', headers, url = '/', socket } = incoming
  const host = headers[':authority'] ?? headers.host ?? 'localhost'
  const init: RequestInit & { duplex?: 'half' } = { method, signal }
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>
    init.duplex = 'half'
  }
  try {
    init.headers = toHeaders(headers)
    return new Request(new URL(url, `${'encrypted' in socket ? 'https' : 'http'}://${host}`), init)
  } catch {
    return undefined
  }
}

function toHeaders(headers: IncomingMessage['headers']): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 has the method and the path among its headers.
    if (name.startsWith(':')) continue
    for (const one of Array.isArray(value) ? value : [value ?? '']) result.append(name, one)
  }
  return result
}

/** Sends a response, its body no faster than the connection takes it. */
export async function send(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  outgoing.writeHead(response.status)
  // Opens a watch for the client before its first event.
  outgoing.flushHeaders()
  const { body } = response
  if (body) await (sendPushed(body, outgoing, signal) ?? sendRead(body, outgoing, signal))
  outgoing.end()
}

/** Sends the body of a watch; undefined if it is another one. Resolves at its end, or when the signal aborts. */
function sendPushed(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> | undefined {
  const { promise, resolve, reject } = withResolvers<void>()
  // Not in HTTP/2 and HTTP/1.0.
  const isChunked = outgoing.chunkedEncoding === true
  const enqueue = (chunk: Uint8Array) => outgoing.write(isChunked ? frames.of(chunk) : chunk)
  const pushed = pushedBody(body, { enqueue, close: resolve, error: reject })
  if (!pushed) return undefined
  const cancel = () => {
    pushed.cancel()
    resolve()
  }
  outgoing.on('drain', () => pushed.pull())
  const unsubscribe = onAbort(signal, cancel)
  // Node would frame each chunk for each reader: four buffers in place of one.
  if (isChunked) outgoing.chunkedEncoding = false
  pushed.pull()
  return promise.finally(() => {
    unsubscribe()
    // For the last chunk, which Node sends.
    if (isChunked) outgoing.chunkedEncoding = true
  })
}

async function sendRead(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader()
  let resume = () => {}
  const drained = () =>
    new Promise<void>(resolve => {
      resume = resolve
    })
  const cancel = () => {
    reader.cancel().catch(() => {})
    resume()
  }
  // One listener for the whole body: most chunks of a list fill the buffer.
  outgoing.on('drain', () => resume())
  const unsubscribe = onAbort(signal, cancel)
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      if (!outgoing.write(read.value) && !signal.aborted) await drained()
  } finally {
    unsubscribe()
    cancel()
  }
}
