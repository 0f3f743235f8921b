/** What a reader of a body wants to know besides the text. */
export interface BodyTextOptions {
  readonly signal?: AbortSignal | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/**
 * The text of a body, one piece a network read; characters that a chunk cuts in two come whole with the next one.
 *
 * Ending the iteration closes the body. So does the signal, also where the body does not know it (a mocked
 * response): the read that is pending then ends.
 */
export async function* bodyText(
  body: ReadableStream<Uint8Array>,
  { signal, onBytes }: BodyTextOptions,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader()
  const close = () => {
    reader.cancel().catch(() => {}) // The body may have failed already; there is nothing left to close then.
  }
  signal?.addEventListener('abort', close, { once: true })
  const decoder = new TextDecoder()
  try {
    if (signal?.aborted) return
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes?.(read.value.byteLength)
      const text = decoder.decode(read.value, { stream: true })
      if (text !== '') yield text
    }
  } finally {
    signal?.removeEventListener('abort', close)
    close()
  }
}
