import { abortable, errorMessage } from '@kube-informer/core/internal'
import { RequestBodyError } from './request-body-error.ts'
import type { UnfinishedBodies } from './unfinished-bodies.ts'

/** Limits of {@link readBytes}. */
export interface ReadBytesOptions {
  /** A body of this many bytes is too large, like one that reaches the limit of Go's `io.LimitedReader`. */
  readonly maxBytes: number
  /** Bounds the bytes of all bodies that are being received. @default no bound */
  readonly unfinished?: UnfinishedBodies | undefined
  /** Ends the read. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a request's body. Rejects with a RequestBodyError: 413 once `maxBytes` have arrived, 429 without room in `unfinished`,
 * and 400 if the sender breaks off or the signal aborts. In each case the rest is cancelled and not read.
 */
export async function readBytes(
  { body }: Request,
  { maxBytes, unfinished, signal }: ReadBytesOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  let hasRoom = true
  try {
    const reader = body.getReader()
    try {
      while (length < maxBytes) {
        const { done, value } = await abortable(reader.read(), signal)
        if (done) return concatenated(chunks, length)
        hasRoom = unfinished?.add(value.byteLength) ?? true
        if (!hasRoom) break
        chunks.push(value)
        length += value.byteLength
      }
    } finally {
      // Has no effect on a body that has ended. That the sender has broken off is known already.
      reader.cancel().catch(() => {})
      unfinished?.remove(length)
    }
  } catch (error) {
    throw new RequestBodyError(400, `cannot read the request body: ${errorMessage(error)}`, { cause: error })
  }
  if (!hasRoom) throw new RequestBodyError(429, 'too many request bodies are being received')
  throw new RequestBodyError(413, `request entity is too large; limit is ${maxBytes} bytes`)
}

function concatenated(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
