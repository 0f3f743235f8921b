import type { RelayFrame } from './protocol.ts'

/** As much of a body as a Status needs. */
const MAX_BODY_BYTES = 16 * 1024

/** The frame for a response that opens no watch. */
export async function refusedFrame(id: number, response: Response): Promise<RelayFrame> {
  const retryAfter = response.headers.get('Retry-After')
  const body = await beginningOf(response.body)
  return { type: 'refused', id, status: response.status, body, ...(retryAfter ? { retryAfter } : {}) }
}

async function beginningOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; reader && size < MAX_BODY_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return text
    size += value.length
    text += decoder.decode(value, { stream: true })
  }
  reader?.cancel().catch(() => {})
  return text.slice(0, MAX_BODY_BYTES)
}
