import {
  type Clock,
  ConnectionError,
  type KubeClient,
  type ResourceDefinition,
  sleep,
  UsageError,
} from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import type { ResponseHead, StreamCall, StreamPart } from '../../wire/calls.ts'
import { optionsOf } from './run-call.ts'

type RequestCall = Extract<StreamCall, { readonly verb: 'request' }>
type WatchCall = Extract<StreamCall, { readonly verb: 'watch' }>
type Parts = Pick<AsyncIterator<unknown>, 'next'>

/** A stream from its request on. */
interface OpenStream {
  readonly stop: AbortController
  /** Absent until the server has responded. */
  parts?: Parts
}

/** How many streams a page may have open. */
const MAX_STREAMS = 100
/** The shortest time between two parts. Data that arrives meanwhile is mostly one part. */
const EVERY_MS = 1

/** Without a body. Chromium has an empty one for them, with which a page cannot create a Response. */
const NO_CONTENT: ReadonlySet<number> = new Set([204, 205, 304])

/** The streams of a page: responses and watches that it reads part by part. Nothing is read ahead of the page. */
export class SessionStreams {
  readonly #clock: Clock
  readonly #open = new Map<number, OpenStream>()

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock
  }

  async request(client: KubeClient, call: RequestCall, signal: AbortSignal): Promise<ResponseHead> {
    return this.#start(call.stream, signal, async open => {
      const response = await client.request(call.path, { ...call.request, signal: open.stop.signal })
      const { status, statusText, headers } = response
      const body = NO_CONTENT.has(status) ? null : response.body
      if (body) open.parts = bytesOf(body)
      else this.#open.delete(call.stream)
      return { status, statusText, headers: [...headers], hasBody: body !== null }
    })
  }

  async watch(
    client: KubeClient,
    resource: ResourceDefinition,
    call: WatchCall,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#start(call.stream, signal, async open => {
      const events = await client.watch(resource, optionsOf(call), { signal: open.stop.signal })
      open.parts = events[Symbol.asyncIterator]()
    })
  }

  /** The next part of a stream; rejects if the stream breaks off, or belonged to another host. */
  async read(stream: number): Promise<StreamPart> {
    const open = this.#open.get(stream)
    if (!open?.parts) throw new ConnectionError('the stream has ended with its host')
    await sleep(this.#clock, EVERY_MS, open.stop.signal)
    try {
      const { done, value } = await open.parts.next()
      if (!done) return { chunk: value }
      this.close(stream)
      return {}
    } catch (error) {
      this.close(stream)
      throw error
    }
  }

  /** Ends a stream and its request. Idempotent. */
  close(stream: number): void {
    this.#open.get(stream)?.stop.abort()
    this.#open.delete(stream)
  }

  closeAll(): void {
    for (const stream of [...this.#open.keys()]) this.close(stream)
  }

  /** A stream that cannot be opened, or that the page cancels meanwhile, is closed. */
  async #start<T>(stream: number, signal: AbortSignal, open: (stream: OpenStream) => Promise<T>): Promise<T> {
    if (this.#open.has(stream)) throw new UsageError(`stream ${stream} is open already`)
    if (this.#open.size >= MAX_STREAMS)
      throw new UsageError(`the page has ${MAX_STREAMS} streams open already: close one`)
    const opening: OpenStream = { stop: new AbortController() }
    this.#open.set(stream, opening)
    const unsubscribe = onAbort(signal, () => this.close(stream))
    try {
      return await open(opening)
    } catch (error) {
      this.close(stream)
      throw error
    } finally {
      unsubscribe()
    }
  }
}

/** The bytes of a body. `ReadableStream` cannot be iterated in every browser. */
function bytesOf(body: ReadableStream<Uint8Array>): Parts {
  const reader = body.getReader()
  return {
    async next() {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ConnectionError('the answer broke off', { cause })
      })
      return done ? { done, value: undefined } : { done, value: alone(value) }
    },
  }
}

/** Cloning a view of a larger buffer would send all of the buffer. */
const alone = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
