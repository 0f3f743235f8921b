import { concat } from '../storage/encode.ts'

/** About what one network read brings. */
const CHUNK_BYTES = 64 * 1024

/** What happens to a body besides being read to its end. */
export interface BodyOptions {
  /** Aborting it makes the body fail with its reason, as in a real `fetch`. */
  readonly signal?: AbortSignal | undefined
  /** Called once, when the body was read to its end, was cancelled, or failed. */
  readonly onDone?: (() => void) | undefined
  /** Stops after so many bytes: with the error, or cleanly when there is none. */
  readonly cut?: { readonly afterBytes: number; readonly error?: Error | undefined } | undefined
}

/**
 * A body out of parts, in chunks of 64 KB that do not care where parts begin. Nothing is produced before it is
 * read, so a slow reader costs no memory.
 */
export function bodyStream(
  parts: Iterable<Uint8Array>,
  { signal, onDone, cut }: BodyOptions = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = chunked(parts, cut?.afterBytes ?? Number.POSITIVE_INFINITY)
  let abort = () => {}
  const finish = () => {
    signal?.removeEventListener('abort', abort)
    onDone?.()
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
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
        if (cut?.error) controller.error(cut.error)
        else controller.close()
        finish()
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}

function* chunked(parts: Iterable<Uint8Array>, limit: number): Generator<Uint8Array<ArrayBuffer>> {
  let pending: Uint8Array[] = []
  let size = 0
  let left = limit
  for (const part of parts) {
    const kept = part.length <= left ? part : part.subarray(0, left)
    left -= kept.length
    pending.push(kept)
    size += kept.length
    while (size >= CHUNK_BYTES) {
      const whole = concat(pending)
      yield whole.slice(0, CHUNK_BYTES)
      pending = [whole.subarray(CHUNK_BYTES)]
      size -= CHUNK_BYTES
    }
    if (left === 0) break
  }
  if (size > 0) yield concat(pending)
}
