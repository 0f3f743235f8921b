import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers a request. */
export type RequestHandler = (request: Request) => Response | Promise<Response>

/**
 * Answers a request of Node's server. Never rejects: a handler that throws is a 500, without the reason.
 *
 * @param isClosing whether the connection must end with the response
 */
export async function answer(
  handle: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isClosing: () => boolean,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const response = await respond(handle, incoming, gone.signal)
  // The body is read before the status is sent, so that one that breaks off is an error, too.
  const body = await response.arrayBuffer().catch(() => undefined)
  if (outgoing.destroyed) return
  if (isClosing()) outgoing.setHeader('Connection', 'close')
  outgoing.writeHead(body ? response.status : 500, Object.fromEntries(response.headers))
  outgoing.end(body && new Uint8Array(body))
}

async function respond(
  handle: RequestHandler,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const request = toRequest(incoming, signal)
  if (!request) return new Response('400 Bad Request\n', { status: 400 })
  try {
    return await handle(request)
  } catch {
    return new Response('internal server error\n', { status: 500 })
  }
}

/** The request without its body; undefined if its host, path or method is invalid. */
function toRequest(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  signal: AbortSignal,
): Request | undefined {
  try {
    const init = { method, signal, headers: pairsOf(headers) }
    return new Request(new URL(`http://${headers.host ?? 'localhost'}${url}`), init)
  } catch {
    return undefined
  }
}

const pairsOf = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value])
