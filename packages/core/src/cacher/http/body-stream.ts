import type { Bytes } from '../encodable.ts'
import { concat } from './encode.ts'

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
  let pending: Uint8Array[] = []
  let size = 0
  for (const whole of parts) {
    let part = whole
    while (size + part.length >= CHUNK_BYTES) {
      const fitting = CHUNK_BYTES - size
      pending.push(part.subarray(0, fitting))
      yield concat(pending)
      pending = []
      size = 0
      part = part.subarray(fitting)
    }
    if (part.length === 0) continue
    pending.push(part)
    size += part.length
  }
  if (size > 0) yield concat(pending)
}
