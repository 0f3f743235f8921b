import { ConnectionError } from '../api/errors.ts'

/** What a reader of a body wants to know besides its bytes. */
export interface BodyOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with the size of each network read, in bytes after decompression. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/**
 * The bytes of a body, one piece a network read. Throws a ConnectionError when it breaks off.
 *
 * Ending the iteration closes the body. So does the signal, also where the body does not know it (a mocked
 * response): the read that is pending then ends.
 */
export async function* bodyChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { signal, onBytes }: BodyOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const close = () => {
    reader.cancel().catch(() => {}) // The body may have failed already; there is nothing left to close then.
  }
  signal?.addEventListener('abort', close, { once: true })
  try {
    if (signal?.aborted) return
    const next = () => reader.read().catch(cause => brokenOff(cause, signal))
    for (let read = await next(); !read.done; read = await next()) {
      onBytes?.(read.value.byteLength)
      yield read.value
    }
  } finally {
    signal?.removeEventListener('abort', close)
    close()
  }
}

/** Hosts tell in different words that a connection is gone. */
function brokenOff(cause: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw cause
  throw new ConnectionError('the answer broke off', { cause })
}
