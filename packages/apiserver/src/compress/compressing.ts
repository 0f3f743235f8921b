import {
  asksForWatch,
  concat,
  isLegacyWatch,
  parseListQuery,
  type QueryFeatures,
} from '@kube-informer/cacher/http'
import { type GzipMember, gzipMember } from './gzip-member.ts'

/** The Kubernetes version whose compression to imitate. */
export type Compression = '1.37'

/** A request handler. */
export type Handler = (request: Request) => Promise<Response>

/** Which responses are compressed, and how. */
export interface CompressingOptions {
  /** The server's features; they decide how a query is parsed. @default those of a server without options */
  readonly features?: QueryFeatures | undefined
  /** @default `CompressionStream` */
  readonly member?: GzipMember | undefined
}

/** Bodies up to this size are not compressed. */
const PLAIN_UP_TO_BYTES = 128 * 1024
const LOG = /\/pods\/[^/]+\/log$/

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Compresses responses as Kubernetes 1.37 does for requests with the exact token `gzip`: a body of more than 128 KiB as
 * one gzip stream; a watch-list (a watch with `sendInitialEvents` and `allowWatchBookmarks`) as one complete gzip
 * member for each flush; no other watch.
 *
 * In Cloudflare Workers, mark the body as encoded: `new Response(response.body, { ..., encodeBody: 'manual' })`.
 *
 * @example Deno.serve(compressing(request => server.fetch(request), { features: server.features }))
 */
export const compressing =
  (handle: Handler, { features, member = gzipMember }: CompressingOptions = {}): Handler =>
  async request => {
    const response = await handle(request)
    if (!response.body || response.headers.has('Content-Encoding') || !acceptsGzip(request)) return response
    const { pathname, searchParams } = new URL(request.url)
    // A legacy watch path has no marked initial list. A log is a stream that is never compressed.
    if (isLegacyWatch(pathname) || LOG.test(pathname)) return response
    if (request.method !== 'GET' || !asksForWatch(searchParams)) return compressLarge(response, response.body)
    // The query of a rejected request is not parsed.
    const query = response.ok ? parseListQuery(searchParams, features) : undefined
    if (!query?.sendInitialEvents || !query.allowWatchBookmarks) return response
    return gzipped(response, response.body.pipeThrough(members(member)))
  }

/** Whether a request accepts gzip with the exact token: lower case, without a weight. */
export const acceptsGzip = (request: Request): boolean =>
  (request.headers.get('accept-encoding') ?? '').split(',').some(token => token.trim() === 'gzip')

/** A response with a compressed body. */
export function gzipped(response: Response, body: ReadableStream<Bytes>): Response {
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', 'gzip')
  headers.set('Vary', 'Accept-Encoding')
  return new Response(body, { status: response.status, headers })
}

/** Each chunk is a flush, and each flush ends its gzip member. */
const members = (member: GzipMember): TransformStream<Bytes, Bytes> =>
  new TransformStream({
    transform: async (chunk, controller) => controller.enqueue(await member(chunk)),
  })

async function compressLarge(response: Response, body: ReadableStream<Bytes>): Promise<Response> {
  const reader = body.getReader()
  const start: Bytes[] = []
  for (let size = 0; size <= PLAIN_UP_TO_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return new Response(concat(start), response)
    start.push(value)
    size += value.length
  }
  return gzipped(response, resumed(start, reader).pipeThrough(new CompressionStream('gzip')))
}

/** A body from its beginning, of which `start` has been read. */
const resumed = (
  start: readonly Bytes[],
  reader: ReadableStreamDefaultReader<Bytes>,
): ReadableStream<Bytes> => {
  const left = [...start]
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const first = left.shift()
        const { done, value } = first ? { done: false, value: first } : await reader.read()
        if (value) controller.enqueue(value)
        if (done) controller.close()
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
