import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Setup } from '../../runner/bench-case.ts'
import { Gate } from './gate.ts'
import { NextEvents } from './next-events.ts'
import {
  encodeEvents,
  encodeInitialEvents,
  encodeItems,
  encodeList,
  extentOf,
  versionedPods,
} from './wire.ts'

/** The maximum size of a socket read in Node. */
const WRITE_BYTES = 64 * 1024

/**
 * Serves `count` Pods, or the first `listed` of them, like an apiserver, from bytes that were encoded in advance, so that only
 * the reader is measured. A watch sends nothing until a request to `/go`, and then `events` events with backpressure.
 * `/events` returns the bytes of that watch. `/paged` serves lists in the requested pages. `/next` sends the next of endless
 * events to each open watch.
 */
export async function start(setup: Setup): Promise<Setup> {
  const extent = extentOf(setup)
  const pods = [...versionedPods(setup)]
  const listed = pods.slice(0, extent.listed)
  const items = encodeItems(listed)
  const bytes = encodeEvents(pods, extent)
  const gate = new Gate()
  const next = new NextEvents(listed)
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/go') {
      gate.open()
      response.end()
    } else if (pathname === '/next') {
      next.send()
      response.end()
    } else if (pathname === '/healthz') response.end('ok')
    else if (pathname === '/events') {
      response.setHeader('content-type', 'application/json')
      response.end(bytes)
    } else if (pathname === '/version') response.writeHead(404).end()
    else if (['1', 'true'].includes(searchParams.get('watch') ?? '')) {
      answerWatch(response, searchParams, () => {
        next.add(response)
        gate.passed(response, () => send(response, bytes))
      })
    } else answerList(response, searchParams, pathname.startsWith('/paged/'))
  })

  function answerWatch(response: ServerResponse, query: URLSearchParams, then: () => void): void {
    response.setHeader('content-type', 'application/json')
    response.flushHeaders()
    if (query.get('sendInitialEvents') !== 'true') then()
    else send(response, initialEvents(), then)
  }

  let state: Buffer | undefined
  function initialEvents(): Buffer {
    state ??= encodeInitialEvents(listed)
    return state
  }

  /** Encoded pages; the warm-up round requests each of them once. */
  const pages = new Map<string, Buffer>()
  function answerList(response: ServerResponse, query: URLSearchParams, paged: boolean): void {
    // An apiserver serves a list from its cache as a whole and ignores the limit.
    const limit = paged || query.get('resourceVersion') !== '0' ? Number(query.get('limit') ?? 0) : 0
    const from = Number(query.get('continue') ?? 0)
    const name = `${from}+${limit}`
    const page = pages.get(name) ?? encodePage(items, from, limit || items.length)
    pages.set(name, page)
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', page.length)
    response.end(page)
  }

  // On a busy machine a client may reuse a connection at the moment it is closed as idle.
  server.keepAliveTimeout = 10 * 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}` }
}

function encodePage(items: readonly Buffer[], from: number, limit: number): Buffer {
  const to = Math.min(from + limit, items.length)
  const rest = items.length - to
  return encodeList(items.slice(from, to), rest > 0 ? { continue: String(to), remainingItemCount: rest } : {})
}

/** Writes with backpressure, and leaves the response open. */
function send(response: ServerResponse, bytes: Buffer, then: () => void = () => {}): void {
  let at = 0
  const write = (): void => {
    while (at < bytes.length) {
      const wantsMore = response.write(bytes.subarray(at, at + WRITE_BYTES))
      at += WRITE_BYTES
      if (!wantsMore && at < bytes.length) return void response.once('drain', write)
    }
    then()
  }
  write()
}
