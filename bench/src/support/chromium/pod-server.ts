import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodeList, LIST_VERSION } from '../pods/wire.ts'
import { PODS_OF_A_PART, type PodHistory } from './pod-history.ts'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const TICK_MS = 10
/** Events are combined into writes of about this size, as on the socket of a busy apiserver. */
const WRITE_BYTES = 64 * 1024

/** The requests since the last reset, and the current state. */
export interface Counts {
  readonly lists: number
  /** Lists with limit 1, which an informer sends to get the total count. */
  readonly countRequests: number
  readonly watches: number
  readonly openWatches: number
  readonly version: string
  readonly pods: number
  /** The key of the first Pod, which every `MARK_EVERY`-th event changes. */
  readonly mark: string
}

interface Watch {
  readonly response: ServerResponse
  /** The index of the next event to send. */
  next: number
  /** An event in the encoding of the watch. */
  event(index: number): Uint8Array
}

/** An apiserver for Pods that replays a prepared history of events on request. A watch may resume at any event. */
export class PodServer {
  readonly #history: PodHistory
  readonly #watches = new Set<Watch>()
  #released = 0
  #counts = { lists: 0, countRequests: 0, watches: 0 }
  #pacing: NodeJS.Timeout | undefined

  constructor(history: PodHistory) {
    this.#history = history
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const { protobufList } = this.#history
    // What counts the Pods is answered in JSON.
    const isProtobuf =
      protobufList && request.headers.accept?.includes(PROTOBUF) && searchParams.get('limit') !== '1'
    response.setHeader('content-type', isProtobuf ? PROTOBUF : 'application/json')
    // Without a version rows stay in JSON.
    if (pathname.endsWith('/version'))
      response.writeHead(protobufList ? 200 : 404).end(JSON.stringify({ major: '1', minor: '37' }))
    else if (searchParams.has('watch')) this.#watch(searchParams, response)
    else if (isProtobuf) this.#answerProtobufList(protobufList, response)
    else this.#answerList(searchParams, response)
  }

  /** Returns to the initial state and closes all watches. */
  reset(): void {
    clearInterval(this.#pacing)
    this.#released = 0
    this.#counts = { lists: 0, countRequests: 0, watches: 0 }
    for (const { response } of this.#watches) response.destroy()
    this.#watches.clear()
  }

  /** Encodes that many further events in advance, so that releasing them causes no delay. */
  prepare(events: number): void {
    this.#history.prepare(this.#released + events)
  }

  /** Releases further events, `perSecond` of them each second, or all at once if that is 0. */
  go(events: number, perSecond: number): void {
    const from = this.#released
    this.prepare(events)
    const started = performance.now()
    const step = () => {
      // Computed from the clock, because timers are late on a busy machine.
      const due = perSecond > 0 ? Math.ceil(((performance.now() - started) / 1_000) * perSecond) : events
      this.#released = from + Math.min(events, due)
      if (due >= events) clearInterval(this.#pacing)
      for (const watch of this.#watches) this.#send(watch)
    }
    this.#pacing = setInterval(step, TICK_MS)
    step()
  }

  get counts(): Counts {
    return {
      ...this.#counts,
      openWatches: this.#watches.size,
      version: String(LIST_VERSION + this.#released),
      pods: this.#history.countAfter(this.#released),
      mark: this.#history.mark,
    }
  }

  #watch(query: URLSearchParams, response: ServerResponse): void {
    this.#counts.watches++
    const isProtobuf = response.getHeader('content-type') === PROTOBUF
    if (isProtobuf) response.setHeader('content-type', `${PROTOBUF};stream=watch`)
    const event = (index: number) => (isProtobuf ? this.#history.frame(index) : this.#history.line(index))
    const watch = { response, event, next: Number(query.get('resourceVersion')) - LIST_VERSION }
    this.#watches.add(watch)
    response.flushHeaders()
    response.on('close', () => this.#watches.delete(watch))
    response.on('drain', () => this.#send(watch))
    this.#send(watch)
  }

  #send(watch: Watch): void {
    while (watch.next < this.#released && !watch.response.writableNeedDrain) {
      const events: Uint8Array[] = []
      for (let bytes = 0; watch.next < this.#released && bytes < WRITE_BYTES; watch.next++) {
        const event = watch.event(watch.next)
        events.push(event)
        bytes += event.length
      }
      watch.response.write(Buffer.concat(events))
    }
  }

  /** The whole list, or a page of it. After the first event it fails, because no case may need a list then. */
  #answerList(query: URLSearchParams, response: ServerResponse): void {
    if (query.get('limit') === '1') this.#counts.countRequests++
    else this.#counts.lists++
    const { parts, count } = this.#history
    if (this.#released > 0) response.writeHead(500).end()
    else if (query.has('limit') && query.get('resourceVersion') !== '0') {
      const part = Number(query.get('continue') ?? 0)
      const rest = count - (part + 1) * PODS_OF_A_PART
      const more = rest > 0 ? { continue: String(part + 1), remainingItemCount: rest } : {}
      response.end(encodeList(parts.slice(part, part + 1), more))
    } else writeAll(response, this.#wholeList())
  }

  #answerProtobufList(list: Uint8Array, response: ServerResponse): void {
    this.#counts.lists++
    if (this.#released > 0) response.writeHead(500).end()
    else response.end(list)
  }

  #wholeList(): readonly Buffer[] {
    const [head = '', tail = ''] = encodeList([]).toString().split('[]')
    const comma = Buffer.from(',')
    const parts = this.#history.parts.flatMap((part, i) => (i === 0 ? [part] : [comma, part]))
    return [Buffer.from(`${head}[`), ...parts, Buffer.from(`]${tail}`)]
  }
}

/** Writes the buffers with backpressure. */
function writeAll(response: ServerResponse, buffers: readonly Buffer[]): void {
  const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0)
  response.setHeader('content-length', length)
  let next = 0
  const write = (): void => {
    while (next < buffers.length) {
      if (!response.write(buffers[next++])) return void response.once('drain', write)
    }
    response.end()
  }
  write()
}
