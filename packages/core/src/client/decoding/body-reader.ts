import { ConnectionError } from '../../api/errors.ts'
import { plainError } from '../transport/plain-error.ts'

export interface BodyOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with the size of each network read, in bytes after decompression. */
  readonly onBytes?: ((bytes: number) => void) | undefined
  /** Called when the body is closed, perhaps more than once. */
  readonly onClose?: (() => void) | undefined
}

/**
 * Reads the bytes of a body, one chunk per network read. An abort of the signal closes the body and ends a pending read, even if
 * the body is not connected to the signal (a mocked response). Close it in every case.
 */
export class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #options: BodyOptions

  constructor(body: ReadableStream<Uint8Array>, options: BodyOptions) {
    this.#reader = body.getReader()
    this.#options = options
    options.signal?.addEventListener('abort', this.close)
  }

  /** The next chunk; undefined at the end, or after an abort. Rejects with a ConnectionError if the connection is lost. */
  async next(): Promise<Uint8Array | undefined> {
    const { signal, onBytes } = this.#options
    while (!signal?.aborted) {
      const { value } = await this.#reader.read().catch(cause => brokenOff(cause, signal))
      if (!value) return
      onBytes?.(value.byteLength)
      // The first byte of a body tells its encoding.
      if (value.byteLength) return value
    }
  }

  readonly close = (): void => {
    this.#options.signal?.removeEventListener('abort', this.close)
    this.#reader.cancel().catch(() => {}) // A body that has failed needs no closing.
    this.#options.onClose?.()
  }
}

/** Converts the errors with which different hosts report a lost connection. An abort is the end. */
function brokenOff(cause: unknown, signal: AbortSignal | undefined): { readonly value?: undefined } {
  if (signal?.aborted) return {}
  if (cause instanceof ConnectionError) throw cause
  throw new ConnectionError('the answer broke off', { cause: plainError(cause) })
}
