const CHUNK_BYTES = 1024 * 1024

/**
 * Joins the chunks of a body. Each chunk of a mocked response costs a message to the page and one to the service worker,
 * and a list of 10,000 Pods has a thousand chunks.
 */
export function inLargeChunks(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const parts: Uint8Array<ArrayBuffer>[] = []
        let size = 0
        let isDone = false
        while (size < CHUNK_BYTES && !isDone) {
          const { done, value } = await reader.read()
          isDone = done
          if (value) size += parts.push(value) && value.length
        }
        if (size > 0) controller.enqueue(joined(parts, size))
        if (isDone) controller.close()
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
