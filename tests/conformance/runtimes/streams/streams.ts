import type { Fetch } from '@kube-informer/core'
import type { RuntimeName, ServerOptions } from './environment.ts'

/** One way to deliver a list and a watch. */
export interface Stream {
  readonly name: string
  readonly server?: Pick<ServerOptions, 'compress'>
  /** Splits the chunks of the runtime's `fetch` before the client reads them. */
  readonly wrap?: (chunk: Uint8Array) => Iterable<Uint8Array>
  /** Returns a response in place of the server's, or undefined. */
  readonly answer?: (url: URL) => Response | undefined
  readonly watchTransport?: 'websocket'
  /** Set where the chunks are changed in a way that only JSON allows. */
  readonly encoding?: 'json'
  /** Whether an informer uses a watch list. */
  readonly watchList?: boolean
  /** Whether the stream is slow, so that the cases use a tenth of the data. */
  readonly slow?: boolean
  readonly skip?: Partial<Record<RuntimeName, string>>
}

const WEBSOCKET: Pick<Stream, 'watchTransport' | 'skip'> = {
  watchTransport: 'websocket',
  skip: {
    workerd: 'its WebSocket sends no Origin, which a Kubernetes server requires, and accepts no headers',
  },
}

/** One stream of each transport. */
export const TRANSPORTS: readonly Stream[] = [{ name: 'fetch' }, { name: 'WebSocket', ...WEBSOCKET }]

/** All streams; every stream case runs on each of them. */
export const STREAMS: readonly Stream[] = [
  { name: 'fetch' },
  { name: 'fetch, a byte at a time', wrap: chunk => pieces(chunk, 1), slow: true },
  { name: 'fetch, cut inside characters', wrap: chunk => pieces(chunk, 5), slow: true },
  { name: 'fetch, CRLF and empty lines', wrap: withCarriageReturns, encoding: 'json' },
  { name: 'fetch, compressed', server: { compress: '1.37' } },
  { name: 'watch-list', watchList: true },
  { name: 'watch-list, a gzip member a flush', watchList: true, server: { compress: '1.37' } },
  { name: 'WebSocket', ...WEBSOCKET },
  { name: 'WebSocket, watch-list', ...WEBSOCKET, watchList: true },
]

/** Wraps the runtime's `fetch`, and splits the chunks of its response bodies. */
export function fetchOver({ wrap, answer }: Stream): Fetch {
  return async (url, init) => {
    const response = answer?.(new URL(url)) ?? (await fetch(url, init))
    if (!wrap || !response.body) return response
    const { status, statusText, headers } = response
    return new Response(rechunked(response.body, wrap), { status, statusText, headers })
  }
}

/** Splits the chunks of a body; each piece is delivered on demand. */
function rechunked(
  body: ReadableStream<Uint8Array>,
  split: (chunk: Uint8Array) => Iterable<Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  let waiting: Iterator<Uint8Array> = [][Symbol.iterator]()
  const next = async (): Promise<Uint8Array | undefined> => {
    for (let piece = waiting.next(); ; piece = waiting.next()) {
      if (!piece.done) return piece.value
      const { done, value } = await reader.read()
      if (done) return undefined
      waiting = split(value)[Symbol.iterator]()
    }
  }
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await next()
        if (piece) controller.enqueue(piece.slice())
        else controller.close()
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function* pieces(chunk: Uint8Array, size: number): Generator<Uint8Array> {
  for (let from = 0; from < chunk.length; from += size) yield chunk.subarray(from, from + size)
}

const NEWLINE = 0x0a
const LINE_END = new TextEncoder().encode('\r\n\r\n')

function* withCarriageReturns(chunk: Uint8Array): Generator<Uint8Array> {
  let from = 0
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
    yield chunk.subarray(from, at)
    yield LINE_END
    from = at + 1
  }
  yield chunk.subarray(from)
}
