import { ConnectionError } from '../api/errors.ts'
import { plainError } from './plain-error.ts'

/** Options of {@link bodyChunks}. */
export interface BodyOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with the size of each network read, in bytes after decompression. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/**
 * Yields the bytes of a body, one chunk per network read. Throws a ConnectionError if the connection is lost.
 *
 * Ending the iteration closes the body. An abort of the signal does the same and ends a pending read, even if the body
 * is not connected to the signal (a mocked response).
 */
export async function* bodyChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { signal, onBytes }: BodyOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const close = () => {
    reader.cancel().catch(() => {}) // A body that has failed needs no closing.
  }
  signal?.addEventListener('abort', close, { once: true })
  try {
    if (signal?.aborted) return
    const next = () => reader.read().catch(cause => brokenOff(cause, signal))
    for (let read = await next(); !read.done; read = await next()) {
      onBytes?.(read.value.byteLength)
      // The first byte of a body tells its encoding.
      if (read.value.byteLength) yield read.value
    }
  } finally {
    signal?.removeEventListener('abort', close)
    close()
  }
}

/** Converts the errors with which different hosts report a lost connection. */
function brokenOff(cause: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw cause
  throw new ConnectionError('the answer broke off', { cause: plainError(cause) })
}
