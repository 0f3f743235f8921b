import type { Bytes } from '../encodable.ts'

/** About what one network read brings. */
const CHUNK_BYTES = 64 * 1024

/** What happens to a body besides being read to its end. */
export interface BodyOptions {
  /** Aborting it makes the body fail with its reason, as in a real `fetch`. */
  readonly signal?: AbortSignal | undefined
  /** Called once, when the body was read to its end, was cancelled, or failed. */
  readonly onDone?: (() => void) | undefined
}

/**
 * A body out of parts, in chunks of 64 KB that do not care where parts begin. Nothing is produced before it is
 * read, so a slow reader costs no memory.
 */
export function bodyStream(
  parts: Iterable<Uint8Array>,
  { signal, onDone }: BodyOptions = {},
): ReadableStream<Bytes> {
  const chunks = chunked(parts)
  let abort = () => {}
  const finish = () => {
    signal?.removeEventListener('abort', abort)
    onDone?.()
  }
  return new ReadableStream<Bytes>(
    {
      start(controller) {
        abort = () => {
          controller.error(signal?.reason)
          finish()
        }
        signal?.addEventListener('abort', abort, { once: true })
      },
      pull(controller) {
        const next = chunks.next()
        if (!next.done) {
          controller.enqueue(next.value)
          return
        }
        controller.close()
        finish()
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}

/** Each byte is copied once, into the chunk that it leaves in. */
function* chunked(parts: Iterable<Uint8Array>): Generator<Bytes> {
  let chunk = new Uint8Array(CHUNK_BYTES)
  let size = 0
  for (const part of parts) {
    let from = 0
    while (part.length - from >= CHUNK_BYTES - size) {
      const to = from + CHUNK_BYTES - size
      chunk.set(part.subarray(from, to), size)
      yield chunk
      chunk = new Uint8Array(CHUNK_BYTES)
      size = 0
      from = to
    }
    chunk.set(from === 0 ? part : part.subarray(from), size)
    size += part.length - from
  }
  if (size > 0) yield chunk.slice(0, size)
}
