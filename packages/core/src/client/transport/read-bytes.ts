/** A body, or its beginning. */
export interface BoundedBytes {
  readonly bytes: Uint8Array
  /** Whether the body is longer than the limit. */
  readonly isCut: boolean
}

/**
 * Reads a body up to a limit that depends on its first bytes, which are the first read that is not empty. Cancels the rest.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  limitOf: (first: Uint8Array) => number,
): Promise<BoundedBytes> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let limit: number | undefined
  let length = 0
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    if (read.value.length === 0) continue
    limit ??= limitOf(read.value)
    chunks.push(read.value.subarray(0, limit - length))
    length += read.value.length
    if (length <= limit) continue
    reader?.cancel().catch(() => {})
    return { bytes: joined(chunks), isCut: true }
  }
  return { bytes: joined(chunks), isCut: false }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
