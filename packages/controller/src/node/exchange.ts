import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers a request. */
export type RequestHandler = (request: Request) => Response | Promise<Response>

/** Makes a stream of a request's body. It calls `abort` if the body breaks off: then no response is sent. */
type BodyOf = (
  incoming: IncomingMessage,
  abort: (reason: unknown) => void,
) => ReadableStream<Uint8Array<ArrayBuffer>>

/** Options of {@link answer}. */
export interface AnswerOptions {
  /** Whether the connection must end with the response. */
  readonly isClosing: () => boolean
  /** The body of a request. @default requests have no body */
  readonly bodyOf?: BodyOf | undefined
  /** The whole response was handed to the host. */
  readonly onSent?: (() => void) | undefined
  /** The handler threw, the body of its response failed, or Node refused a header, while the client waited. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/**
 * Answers a request of Node's servers, of HTTP/1.1 and of HTTP/2. Never rejects: a handler that throws is a 500, without the
 * reason. The request's signal aborts when the client closes the connection before it has the response.
 */
export async function answer(
  handle: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { isClosing, bodyOf, onSent, onError }: AnswerOptions,
): Promise<void> {
  const gone = new AbortController()
  let isSent = false
  outgoing.once('close', () => {
    if (!isSent) gone.abort(new DOMException('the client has closed the connection', 'AbortError'))
  })
  const report = (error: unknown): undefined => {
    if (!gone.signal.aborted) onError?.(error)
  }
  const response = await respond(handle, toRequest(incoming, gone, bodyOf), report)
  // The body is read before the status is sent, so that one that breaks off is an error, too.
  const body = await response.arrayBuffer().catch(report)
  if (gone.signal.aborted) return
  try {
    outgoing.writeHead(body ? response.status : 500, headersOf(response, body, incoming, isClosing()))
    outgoing.end(body && new Uint8Array(body), () => {
      isSent = true
      onSent?.()
    })
  } catch (error) {
    // The response has a header that Node refuses.
    report(error)
    outgoing.destroy()
  }
}

async function respond(
  handle: RequestHandler,
  request: Request | undefined,
  onError: (error: unknown) => void,
): Promise<Response> {
  if (!request) return new Response('400 Bad Request\n', { status: 400 })
  try {
    return await handle(request)
  } catch (error) {
    onError(error)
    return new Response('internal server error\n', { status: 500 })
  }
}

/** Undefined if its host, path, method or headers are invalid. */
function toRequest(
  incoming: IncomingMessage,
  gone: AbortController,
  bodyOf: BodyOf | undefined,
): Request | undefined {
  const { method = 'GET', url = '/', headers } = incoming
  const host = headers[':authority'] ?? headers.host ?? 'localhost'
  const init: RequestInit & { duplex?: 'half' } = { method, signal: gone.signal }
  try {
    init.headers = pairsOf(headers)
    const target = new URL(`${'encrypted' in incoming.socket ? 'https' : 'http'}://${host}${url}`)
    if (bodyOf && method !== 'GET' && method !== 'HEAD') {
      init.body = bodyOf(incoming, reason => gone.abort(reason))
      init.duplex = 'half'
    }
    return new Request(target, init)
  } catch {
    return undefined
  }
}

const pairsOf = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers)
    // HTTP/2 has the method and the path among its headers.
    .filter(([name]) => !name.startsWith(':'))
    .map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value])

/** Headers that describe a connection of HTTP/1.1; HTTP/2 forbids them (RFC 9113, 8.2.2). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

function headersOf(
  { headers, status }: Response,
  body: ArrayBuffer | undefined,
  { method, httpVersionMajor }: IncomingMessage,
  isClosing: boolean,
): Record<string, string> {
  const sent = Object.fromEntries(headers)
  for (const name of CONNECTION_HEADERS) delete sent[name]
  // A response to HEAD has the headers of the one to GET, and some statuses have no body (RFC 9110, 8.6).
  if (method !== 'HEAD' && status !== 204 && status !== 304)
    sent['content-length'] = `${body?.byteLength ?? 0}`
  if (isClosing && httpVersionMajor === 1) sent.connection = 'close'
  return sent
}
