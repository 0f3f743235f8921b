import type { IncomingMessage } from 'node:http'
import { isStraightPath } from '../api/url-below.ts'
import type { RequestHandler } from './request-handler.ts'

type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** What aborts the Request, and its body. */
export interface ToRequestOptions {
  readonly signal: AbortSignal
  /** Makes a stream of the body. @default requests have no body */
  readonly body?: (() => Body) | undefined
}

/**
 * The request of an incoming message. The response to one that is none: 404 for a path that a URL would change, and 400 for an
 * invalid host, method or header.
 */
export function toRequest(incoming: IncomingMessage, { signal, body }: ToRequestOptions): Request | Response {
  const { method = 'GET', url = '/', headers, socket } = incoming
  if (!isStraightPath(url)) return textResponse('404 page not found\n', 404)
  const host = headers[':authority'] ?? headers.host ?? 'localhost'
  const init: RequestInit & { duplex?: 'half' } = { method, signal }
  try {
    const target = new URL(url, `${'encrypted' in socket ? 'https' : 'http'}://${host}`)
    init.headers = toHeaders(headers)
    if (!body || method === 'GET' || method === 'HEAD') return new Request(target, init)
    return requestWith(body(), target, init)
  } catch {
    return textResponse('400 Bad Request\n', 400)
  }
}

/** The response to a request, or to a message that is none. */
export const respond = async (handle: RequestHandler, request: Request | Response): Promise<Response> =>
  request instanceof Request ? handle(request) : request

/** A body that no request can have is cancelled: a timer may run for it. */
function requestWith(body: Body, target: URL, init: RequestInit): Request {
  try {
    return new Request(target, { ...init, body, duplex: 'half' } as RequestInit)
  } catch (error) {
    void body.cancel()
    throw error
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

const textResponse = (text: string, status: number): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
