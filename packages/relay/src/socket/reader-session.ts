import { asksForWatch, isLegacyWatch } from '@kube-informer/cacher/http'
import type { SentBytes } from '@kube-informer/cacher/sockets'
import type { Clock } from '@kube-informer/core'
import { parseUrl, Timer } from '@kube-informer/core/internal'
import { urlBelow } from '@kube-informer/core/paths'
import { Outbox } from './outbox.ts'
import {
  CLOSE,
  dataMessage,
  MAX_FRAME_LENGTH,
  type Mark,
  type ReaderFrame,
  type RelayFrame,
} from './protocol.ts'
import { readReaderFrame } from './read-frame.ts'
import type { ReaderSocket } from './reader-socket.ts'
import { refusedFrame } from './refused-frame.ts'
import { SocketFault } from './socket-fault.ts'
import { SocketWatch } from './socket-watch.ts'

/** A request handler. */
export type Handler = (request: Request) => Promise<Response>

/** Limits of a socket with many watches. */
export interface SessionLimits {
  /** Maximum number of watches of one socket; one more closes it. @default 256 */
  readonly maxWatches?: number | undefined
  /** A socket without a watch is closed after this time. @default 60_000 */
  readonly idleMs?: number | undefined
  /** A socket on which no watch has ever opened is closed after this time. @default 30_000 */
  readonly firstWatchMs?: number | undefined
}

export interface ReaderSessionOptions extends SessionLimits {
  readonly socket: ReaderSocket
  readonly handle: Handler
  readonly clock: Clock
  /** The relay's root. */
  readonly baseUrl: string
  /** Sent with each watch: the headers of the upgrade request. */
  readonly headers: Headers
  /** Bounds the bytes of all sockets together. */
  readonly sentBytes: SentBytes
  /** Called when the first watch has opened, and when the socket is closed. */
  readonly onKnown: () => void
}

/** The `readyState` of an open WebSocket. */
const OPEN = 1
const MAX_WATCHES = 256
const IDLE_MS = 60_000
const FIRST_WATCH_MS = 30_000
/** Answers that the reader has not received. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** The relay's side of one socket that carries many watches. */
export class ReaderSession {
  readonly #options: ReaderSessionOptions
  readonly #socket: ReaderSocket
  readonly #gone = new AbortController()
  readonly #headers: Headers
  readonly #watches = new Map<number, SocketWatch>()
  readonly #idle: Timer
  readonly #outbox: Outbox
  #lastId = 0
  /** The watches whose handler has not finished, including those that the reader has closed. */
  #running = 0
  /** Those whose response was a watch. */
  #opened = 0

  constructor(options: ReaderSessionOptions) {
    this.#options = options
    this.#socket = options.socket
    this.#headers = new Headers(options.headers)
    this.#idle = new Timer(options.clock)
    const { firstWatchMs = FIRST_WATCH_MS, idleMs = IDLE_MS } = options
    this.#closeAfter(Math.min(firstWatchMs, idleMs))
    const { socket, clock, sentBytes } = options
    this.#outbox = new Outbox({ socket, clock, sentBytes, close: () => this.close() })
    socket.addEventListener('message', ({ data }) => this.#receive(data))
    socket.addEventListener('close', () => this.#end())
    socket.addEventListener('error', () => this.#end())
    // The reader may have left while the socket was accepted.
    if (socket.readyState > OPEN) this.#end()
  }

  /** Closes the socket; its reader resumes elsewhere. */
  close(code: number = CLOSE.NORMAL, reason = ''): void {
    if (this.#gone.signal.aborted) return
    this.#end()
    this.#socket.close(code, reason)
  }

  #end(): void {
    this.#gone.abort()
    this.#options.onKnown()
    this.#idle.stop()
    this.#outbox.end()
    for (const watch of this.#watches.values()) watch.close()
    this.#watches.clear()
  }

  #receive(data: unknown): void {
    if (this.#gone.signal.aborted) return
    try {
      this.#handle(frameOf(data))
    } catch (error) {
      if (!(error instanceof SocketFault)) throw error
      this.close(error.code, error.message)
    }
  }

  #handle(frame: ReaderFrame): void {
    if (frame.type === 'token') setHeader(this.#headers, 'Authorization', `Bearer ${frame.token}`)
    else if (frame.type === 'open') this.#open(frame)
    else if (frame.type === 'mark') this.#returned(frame)
    else if (frame.id > this.#lastId) throw new SocketFault('the watch was never opened')
    else if (frame.type === 'close') this.#watches.get(frame.id)?.close()
    else if (this.#watches.get(frame.id)?.grant(frame.bytes) === false)
      throw new SocketFault('the credit is too large')
  }

  #returned({ mark }: Mark): void {
    if (!this.#outbox.returned(mark)) throw new SocketFault('the mark was not sent')
  }

  #open({ id, path, accept = 'application/json', credit }: Extract<ReaderFrame, { type: 'open' }>): void {
    if (id <= this.#lastId) throw new SocketFault('the id is not new')
    this.#lastId = id
    const url = urlOf(this.#options.baseUrl, path)
    if (!url) throw new SocketFault('the path is not that of a watch')
    if (this.#running >= (this.#options.maxWatches ?? MAX_WATCHES))
      throw new SocketFault('too many watches', CLOSE.TOO_MANY)
    const headers = new Headers(this.#headers)
    setHeader(headers, 'Accept', accept)
    const watch = new SocketWatch(credit)
    this.#watches.set(id, watch)
    this.#running++
    void this.#serve(id, watch, new Request(url, { headers, signal: watch.signal }))
  }

  /** Never rejects. */
  async #serve(id: number, watch: SocketWatch, request: Request): Promise<void> {
    const end = await this.#answer(id, watch, request).catch(() => ended(id, true))
    if (end && !watch.signal.aborted) this.#send(end)
    watch.close()
    this.#watches.delete(id)
    this.#running--
  }

  /** Closes the socket after a while. Watches that are refused do not delay that: anyone can send them. */
  #rest(): void {
    if (!this.#gone.signal.aborted) this.#closeAfter(this.#options.idleMs ?? IDLE_MS)
  }

  #closeAfter(timeMs: number): void {
    this.#idle.start(timeMs, () => this.close())
  }

  /** Serves a watch; resolves with the frame that ends it. */
  async #answer(id: number, watch: SocketWatch, request: Request): Promise<RelayFrame> {
    const response = await this.#options.handle(request)
    if (!response.ok || !response.body) return refusedFrame(id, response)
    this.#options.onKnown()
    this.#opened++
    this.#idle.stop()
    try {
      if (!watch.signal.aborted) this.#send({ type: 'opened', id })
      await watch.pump(response.body, {
        send: bytes => this.#outbox.send(dataMessage(id, bytes)),
        isFull: () => this.#outbox.isFull,
        drained: () => this.#outbox.drained(),
      })
      return ended(id, false)
    } finally {
      if (--this.#opened === 0) this.#rest()
    }
  }

  #send(frame: RelayFrame): void {
    if (this.#gone.signal.aborted) return
    if (this.#outbox.unreceived > MAX_ANSWER_BYTES) this.close(CLOSE.TOO_MANY, 'the answers are not read')
    else this.#outbox.send(JSON.stringify(frame))
  }
}

function frameOf(data: unknown): ReaderFrame {
  if (typeof data !== 'string') throw new SocketFault('a frame is text')
  if (data.length > MAX_FRAME_LENGTH) throw new SocketFault('the frame is too long', CLOSE.TOO_LONG)
  const frame = readReaderFrame(data)
  if (!frame) throw new SocketFault('the frame is not of this protocol')
  return frame
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    // The error of the host would quote the value.
    throw new SocketFault(`no header ${name} has such characters`)
  }
}

const ended = (id: number, isBroken: boolean): RelayFrame => ({
  type: 'ended',
  id,
  ...(isBroken ? { isBroken } : {}),
})

/** The URL of a watch below a root; undefined if the path leaves the root or is not that of a watch. */
function urlOf(baseUrl: string, path: string): string | undefined {
  const url = parseUrl(urlBelow(baseUrl, path) ?? '')
  return url && (asksForWatch(url.searchParams) || isLegacyWatch(path)) ? url.href : undefined
}
