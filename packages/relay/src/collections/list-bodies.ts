import type { Clock } from '@kube-informer/core'
import { asksForWatch, type ReadCall } from '@kube-informer/core/cacher/internal'

/** Options of {@link ListBodies}. */
export interface ListBodiesOptions {
  readonly clock: Clock
  /** How long a body may be served, in milliseconds; 0 turns the cache off. */
  readonly maxAgeMs: number
  /** Maximum size of all bodies together. A body above a quarter of it is not kept. */
  readonly maxBytes: number
}

interface Kept {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
  readonly bytes: number
  readonly contentType: string
  readonly expiresAt: number
}

const MAX_BODIES = 100
/** Accept headers of known clients are shorter. */
const MAX_ACCEPT_CHARACTERS = 500

/** The parameters of lists that may share a body. A server ignores `limit` at resourceVersion 0. */
const SHARED: readonly string[] = ['resourceVersion', 'resourceVersionMatch', 'limit', 'timeoutSeconds']

/**
 * The key of a list whose body readers may share: all objects of a scope at `resourceVersion=0`, of any age. Undefined for
 * all other lists.
 */
export function sharedListKey(
  collection: string,
  { namespace, query, accept }: ReadCall,
): string | undefined {
  const given = [...query]
  const isShared = given.every(([name, value]) => SHARED.includes(name) || value === '')
  const isAnyAge = query.get('resourceVersion') === '0' && query.get('resourceVersionMatch') !== 'Exact'
  const isValid = /^[0-9]{0,9}$/.test(query.get('limit') ?? '') && !asksForWatch(query)
  if ((accept?.length ?? 0) > MAX_ACCEPT_CHARACTERS) return undefined
  return isShared && isAnyAge && isValid ? JSON.stringify([collection, namespace, accept]) : undefined
}

/** Bodies of lists at any age, for readers who may see them all. */
export class ListBodies {
  readonly #options: ListBodiesOptions
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor(options: ListBodiesOptions) {
    this.#options = options
  }

  /** A response with the kept body; undefined if there is none. */
  get(key: string): Response | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    if (kept.expiresAt > this.#options.clock.now()) return responseOf(kept)
    this.#drop(key)
    return undefined
  }

  /** Keeps the body of a response if it is small enough; returns a response with the same body. */
  async keep(key: string, response: Response): Promise<Response> {
    const { maxAgeMs, maxBytes, clock } = this.#options
    if (maxAgeMs === 0 || !response.body) return response
    const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = response.body.getReader()
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    while (bytes <= maxBytes / 4) {
      const { done, value } = await reader.read()
      if (done) {
        const contentType = response.headers.get('Content-Type') ?? ''
        const kept = { chunks, bytes, contentType, expiresAt: clock.now() + maxAgeMs }
        this.#add(key, kept)
        return responseOf(kept)
      }
      chunks.push(value)
      bytes += value.length
    }
    return new Response(rest(chunks, reader), response)
  }

  /** Discards all bodies of a collection. */
  forget(collection: string): void {
    for (const key of this.#kept.keys()) if (JSON.parse(key)[0] === collection) this.#drop(key)
  }

  #add(key: string, kept: Kept): void {
    this.#drop(key)
    this.#kept.set(key, kept)
    this.#bytes += kept.bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#options.maxBytes && this.#kept.size <= MAX_BODIES) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }
}

/** The chunks are shared and must not be transferred, so each response has its own stream. */
function responseOf({ chunks, contentType }: Kept): Response {
  let next = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: controller => {
        const chunk = chunks[next++]
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: { 'Content-Type': contentType, 'Cache-Control': 'no-cache, private' },
  })
}

/** The chunks that were read, then those that were not. */
function rest(
  chunks: Uint8Array<ArrayBuffer>[],
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async controller => {
        const read = chunks.shift()
        if (read) {
          controller.enqueue(read)
          return
        }
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
