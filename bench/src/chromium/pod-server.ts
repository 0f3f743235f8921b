import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodeList, LIST_VERSION } from '../pods/wire.ts'
import { PODS_OF_A_PART, type PodHistory } from './pod-history.ts'

const TICK_MS = 10
/** Events are joined to about this much, as a busy apiserver's socket does. */
const WRITE_BYTES = 64 * 1024

/** What was asked of the server since it was reset, and where it is. */
export interface Counts {
  readonly lists: number
  /** Lists of one, which an informer asks for to tell how many there will be. */
  readonly countings: number
  readonly watches: number
  readonly openWatches: number
  readonly version: string
  readonly pods: number
  /** The key of the first Pod, which changes with every so many events. */
  readonly mark: string
}

interface Watch {
  readonly response: ServerResponse
  /** The number of the event that it gets next. */
  next: number
}

/** An apiserver of Pods. It has a history of events, and goes on in it when it is told to; a watch may resume anywhere. */
export class PodServer {
  readonly #history: PodHistory
  readonly #watches = new Set<Watch>()
  #happened = 0
  #counts = { lists: 0, countings: 0, watches: 0 }
  #pacing: NodeJS.Timeout | undefined

  constructor(history: PodHistory) {
    this.#history = history
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('content-type', 'application/json')
    if (searchParams.has('watch')) this.#watch(searchParams, response)
    else this.#answerList(searchParams, response)
  }

  /** Forgets what has happened, ends all watches. */
  reset(): void {
    clearInterval(this.#pacing)
    this.#happened = 0
    this.#counts = { lists: 0, countings: 0, watches: 0 }
    for (const { response } of this.#watches) response.destroy()
    this.#watches.clear()
  }

  /** Makes that many more events, which takes a while, so that they can happen without delay. */
  prepare(events: number): void {
    this.#history.prepare(this.#happened + events)
  }

  /** Lets so many more events happen: so many a second, or all at once. */
  go(events: number, perSecond: number): void {
    const from = this.#happened
    this.prepare(events)
    const started = performance.now()
    const step = () => {
      // By the clock, since a busy machine calls late.
      const due = perSecond > 0 ? Math.ceil(((performance.now() - started) / 1_000) * perSecond) : events
      this.#happened = from + Math.min(events, due)
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
      version: String(LIST_VERSION + this.#happened),
      pods: this.#history.countAfter(this.#happened),
      mark: this.#history.mark,
    }
  }

  #watch(query: URLSearchParams, response: ServerResponse): void {
    this.#counts.watches++
    const watch = { response, next: Number(query.get('resourceVersion')) - LIST_VERSION }
    this.#watches.add(watch)
    response.flushHeaders()
    response.on('close', () => this.#watches.delete(watch))
    response.on('drain', () => this.#send(watch))
    this.#send(watch)
  }

  #send(watch: Watch): void {
    while (watch.next < this.#happened && !watch.response.writableNeedDrain) {
      const lines: Buffer[] = []
      for (let bytes = 0; watch.next < this.#happened && bytes < WRITE_BYTES; watch.next++) {
        const line = this.#history.line(watch.next)
        lines.push(line)
        bytes += line.length
      }
      watch.response.write(Buffer.concat(lines))
    }
  }

  /** Whole, or a part to those who insist on pages. Behind an event there is none: no case may need one. */
  #answerList(query: URLSearchParams, response: ServerResponse): void {
    if (query.get('limit') === '1') this.#counts.countings++
    else this.#counts.lists++
    const { parts, count } = this.#history
    if (this.#happened > 0) response.writeHead(500).end()
    else if (query.has('limit') && query.get('resourceVersion') !== '0') {
      const part = Number(query.get('continue') ?? 0)
      const rest = count - (part + 1) * PODS_OF_A_PART
      const more = rest > 0 ? { continue: String(part + 1), remainingItemCount: rest } : {}
      response.end(encodeList(parts.slice(part, part + 1), more))
    } else writeAll(response, this.#wholeList())
  }

  #wholeList(): readonly Buffer[] {
    const [head = '', tail = ''] = encodeList([]).toString().split('[]')
    const comma = Buffer.from(',')
    const parts = this.#history.parts.flatMap((part, i) => (i === 0 ? [part] : [comma, part]))
    return [Buffer.from(`${head}[`), ...parts, Buffer.from(`]${tail}`)]
  }
}

/** Writes as fast as the reader reads. */
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
