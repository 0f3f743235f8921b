import { Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { asksForWatch, parseListQuery } from '../rest/list-query.ts'
import { concat } from '../storage/encode.ts'
import type { Handler } from './exchange.ts'

/** Which server's habits of compressing to take on. */
export type Compression = '1.37'

/** A body that is not longer goes out plain. */
const PLAIN_UP_TO_BYTES = 128 * 1024
/** The fastest, as the real server's. */
const LEVEL = 1

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Compresses answers as Kubernetes 1.37 does, where the request has the exact token `gzip`: a body of more than
 * 128 KiB as one gzip stream; a watch-list, which is a watch with `sendInitialEvents` and `allowWatchBookmarks`, as
 * one complete gzip member for each flush; any other watch not at all.
 */
export const compressing =
  (handle: Handler): Handler =>
  async request => {
    const response = await handle(request)
    if (!response.body || !acceptsGzip(request)) return response
    const { searchParams } = new URL(request.url)
    if (!asksForWatch(searchParams)) return compressLarge(response, response.body)
    // What a refused query asks for is not worth parsing.
    const query = response.ok ? parseListQuery(searchParams) : undefined
    if (!query?.sendInitialEvents || !query.allowWatchBookmarks) return response
    return encoded(response, response.body.pipeThrough(members()))
  }

const acceptsGzip = (request: Request): boolean =>
  (request.headers.get('accept-encoding') ?? '').split(',').some(token => token.trim() === 'gzip')

/** What is written in one go is a flush, and each flush ends its member. */
const members = (): TransformStream<Bytes, Bytes> =>
  new TransformStream({
    transform: (chunk, controller) => controller.enqueue(gzipSync(chunk, { level: LEVEL })),
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
  const gzip = Readable.from(chunks(start, reader)).pipe(createGzip({ level: LEVEL }))
  return encoded(response, Readable.toWeb(gzip) as ReadableStream<Bytes>)
}

async function* chunks(
  start: readonly Bytes[],
  reader: ReadableStreamDefaultReader<Bytes>,
): AsyncGenerator<Bytes> {
  try {
    yield* start
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}

function encoded(response: Response, body: ReadableStream<Bytes>): Response {
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', 'gzip')
  headers.set('Vary', 'Accept-Encoding')
  return new Response(body, { status: response.status, headers })
}
