import type { Bytes } from '../../api/encodable.ts'
import type { ReaderScheduler } from '../../api/scheduler.ts'
import { concat } from './encode.ts'

/** About the size of one network read. */
const CHUNK_BYTES = 64 * 1024

export interface BodyOptions {
  /** Each chunk is made in a turn of the reader. @default when it is read */
  readonly scheduler?: ReaderScheduler | undefined
  /** An abort makes the body fail with the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | undefined
  /** Called once, after the body was read completely, was cancelled, or failed. */
  readonly onDone?: (() => void) | undefined
}

/**
 * Streams the concatenated parts in chunks of 64 KB, regardless of part boundaries. Parts are produced on demand, so a
 * slow reader costs no memory.
 */
export function bodyStream(
  parts: Iterable<Uint8Array>,
  { scheduler, signal, onDone }: BodyOptions = {},
): ReadableStream<Bytes> {
  const chunks = chunked(parts)
  let isOver = false
  let abort = () => {}
  const finish = () => {
    isOver = true
    signal?.removeEventListener('abort', abort)
    onDone?.()
  }
  const send = (controller: ReadableStreamDefaultController<Bytes>): void => {
    if (isOver) return
    const next = chunks.next()
    if (!next.done) controller.enqueue(next.value)
    else {
      controller.close()
      finish()
    }
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
      pull: controller => (scheduler ? scheduled(scheduler, () => send(controller)) : send(controller)),
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}

/** Resolves after a call in a turn of the reader, or rejects with its error. */
const scheduled = ({ scheduler, user }: ReaderScheduler, call: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const run = () => {
      try {
        resolve(call())
      } catch (error) {
        reject(error)
      }
    }
    scheduler.add(user, { run })
  })

/** Copies each byte once, into its chunk. */
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
