import type { IncomingMessage, ServerResponse } from 'node:http'
import { promises, Readable } from 'node:stream'
import { isStraightPath } from '@kube-informer/cacher/http'
import { errorMessage } from '@kube-informer/core/internal'
import { DroppedRequest } from '../faults/dropped-request.ts'
import { statusResponse, textResponse } from '../http/respond.ts'
import { internalError } from '../status/status-errors.ts'

/** A request handler. */
export type Handler = (request: Request) => Promise<Response>

/**
 * Answers 500 with a Status if the handler throws, as a server does for an internal error. Dropped requests and aborted
 * clients get no response.
 */
export const answeringErrors =
  (handle: Handler): Handler =>
  async request => {
    try {
      return await handle(request)
    } catch (error) {
      if (error instanceof DroppedRequest || request.signal.aborted) throw error
      const message = errorMessage(error)
      return statusResponse(internalError(message, 'InternalError'), request)
    }
  }

/** Never rejects: broken connections and dropped requests destroy the socket. */
export async function answer(
  handle: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    const response = isStraightPath(incoming.url ?? '/')
      ? await handle(toRequest(incoming, gone.signal))
      : textResponse('404 page not found\n', 404)
    await send(response, outgoing)
  } catch {
    outgoing.destroy()
  }
}

/** The incoming message as a `Request`. */
export function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', headers } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init: RequestInit & { duplex?: 'half' } = { method, headers: toHeaders(headers), signal }
  if (hasBody) {
    init.body = Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>
    init.duplex = 'half'
  }
  return new Request(urlOf(incoming), init)
}

/** The absolute URL of the request. */
export const urlOf = ({ url = '/', headers: { host = 'localhost' } }: IncomingMessage): URL =>
  new URL(url, `http://${host}`)

function toHeaders(headers: IncomingMessage['headers']): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) result.append(name, one)
  }
  return result
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  outgoing.writeHead(response.status)
  // Opens a watch for the client before its first event.
  outgoing.flushHeaders()
  if (!response.body) {
    outgoing.end()
    return
  }
  await promises.pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
}
