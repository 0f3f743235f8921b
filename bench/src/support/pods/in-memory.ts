import type { Fetch } from '@kube-informer/core'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** The approximate size of a network read. */
const CHUNK_BYTES = 64 * 1024

/** Chunks that can be read once, each with its own buffer, as from a socket. */
export class Chunks {
  readonly byteLength: number
  readonly contentType: string
  readonly #chunks: Uint8Array<ArrayBuffer>[]

  constructor(bytes: Uint8Array, contentType = 'application/json') {
    this.byteLength = bytes.length
    this.contentType = contentType
    const count = Math.ceil(bytes.length / CHUNK_BYTES)
    this.#chunks = Array.from(
      { length: count },
      (_, i) => new Uint8Array(bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES)),
    ).reverse()
  }

  /** A chunk that was read is no longer referenced here, so only the reader retains its memory. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    return this.#chunks.pop()
  }
}

/** The bytes of a response, fetched before the measurement. */
export async function fetchChunks(url: string): Promise<Chunks> {
  const response = await fetch(url)
  const contentType = response.headers.get('content-type') ?? undefined
  return new Chunks(new Uint8Array(await response.arrayBuffer()), contentType)
}

/** The responses of an apiserver, from memory. */
export interface Answers {
  readonly list: Chunks
  /** Sent when `go` resolves; a watch sends nothing else. */
  readonly watch?: { readonly chunks: Chunks; readonly go: Promise<void> }
}

/** Of the newest Kubernetes whose protobuf kube-informer reads. */
const VERSION = { major: '1', minor: '37' }

/** An apiserver without a network. A watch without events is in the encoding of the list. */
export function inMemoryFetch({ list, watch }: Answers): Fetch {
  const silence = list.contentType === PROTOBUF ? `${PROTOBUF};stream=watch` : list.contentType
  return async (input, { signal } = {}) => {
    const { pathname, searchParams } = new URL(input)
    if (pathname === '/version') return Response.json(VERSION)
    if (!searchParams.has('watch'))
      return new Response(listBody(list), { headers: { 'content-type': list.contentType } })
    const headers = { 'content-type': watch?.chunks.contentType ?? silence }
    return new Response(watchBody(watch, signal ?? undefined), { headers })
  }
}

function listBody(chunks: Chunks): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const chunk = chunks.take()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
}

function watchBody(watch: Answers['watch'], signal?: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  const silence = new Promise<void>(resolve => signal?.addEventListener('abort', () => resolve()))
  let isOpen = false
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
    async pull(controller) {
      if (!isOpen) await Promise.race([watch?.go ?? silence, silence])
      isOpen = true
      const chunk = watch?.chunks.take()
      if (chunk && !signal?.aborted) controller.enqueue(chunk)
      else await silence
    },
  })
}
