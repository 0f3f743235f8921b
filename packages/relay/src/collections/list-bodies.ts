import { asksForWatch, type ReadCall } from '@kube-informer/cacher/http'
import type { Clock } from '@kube-informer/core'

export interface ListBodiesOptions {
  readonly clock: Clock
  /** How long a body may be served, in milliseconds; 0 turns the cache off. */
  readonly maxAgeMs: number
  /** Maximum size of all bodies together. A body above a quarter of it is not kept. */
  readonly maxBytes: number
}

type Chunk = Uint8Array<ArrayBuffer>

interface Kept {
  readonly chunks: readonly Chunk[]
  readonly bytes: number
  readonly contentType: string
  readonly expiresAt: number
}

const MAX_BODIES = 100
/** Bodies that are collected at the same time. Together they are no larger than those that are kept. */
const MAX_COLLECTED = 4
/** Accept headers of known clients are shorter. */
const MAX_ACCEPT_CHARACTERS = 500

/** The parameters of lists that may share a body. A server ignores `limit` at resourceVersion 0. */
const SHARED: readonly string[] = [
  'resourceVersion',
  'resourceVersionMatch',
  'limit',
  'timeoutSeconds',
  // A body is indented afterwards.
  'pretty',
]

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
  #collected = 0
  /** Number of calls of {@link forget}. A body that was begun before is not kept. */
  #forgotten = 0

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

  /** Keeps the body of a response if it is small enough, after it was sent. Returns a response with the same body. */
  keep(key: string, response: Response): Response {
    const { maxAgeMs, maxBytes, clock } = this.#options
    if (maxAgeMs === 0 || !response.body || this.#collected >= MAX_COLLECTED) return response
    const contentType = response.headers.get('Content-Type') ?? ''
    const expiresAt = clock.now() + maxAgeMs
    const forgotten = this.#forgotten
    const onEnd = (chunks: readonly Chunk[] | undefined, bytes: number): void => {
      this.#collected--
      if (chunks && forgotten === this.#forgotten) this.#add(key, { chunks, bytes, contentType, expiresAt })
    }
    this.#collected++
    return new Response(collected(response.body, maxBytes / 4, onEnd), response)
  }

  /** Discards all bodies of a collection. */
  forget(collection: string): void {
    this.#forgotten++
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
  const body = new ReadableStream<Chunk>(
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

/**
 * The same stream. Its chunks are passed to the callback at its end; undefined if they are larger than the limit together, or if the
 * stream has failed.
 */
function collected(
  body: ReadableStream<Chunk>,
  maxBytes: number,
  onEnd: (chunks: readonly Chunk[] | undefined, bytes: number) => void,
): ReadableStream<Chunk> {
  const reader = body.getReader()
  let chunks: Chunk[] | undefined = []
  let bytes = 0
  const fail = () => onEnd(undefined, bytes)
  return new ReadableStream<Chunk>(
    {
      pull: async controller => {
        const { done, value } = await reader.read().catch(error => {
          fail()
          throw error
        })
        if (done) {
          onEnd(chunks, bytes)
          return controller.close()
        }
        bytes += value.length
        if (bytes > maxBytes) chunks = undefined
        chunks?.push(value)
        controller.enqueue(value)
      },
      cancel: reason => {
        fail()
        return reader.cancel(reason)
      },
    },
    // Reads ahead, so that a slow reader does not keep a state of the cache in memory for a small list.
    { highWaterMark: maxBytes, size: chunk => chunk?.length ?? 0 },
  )
}
