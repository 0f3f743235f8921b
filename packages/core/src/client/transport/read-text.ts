/** A body, or its beginning. */
export interface BoundedText {
  readonly text: string
  /** Whether the body is longer than the limit. */
  readonly isCut: boolean
}

/** Reads at most `limit` bytes of a body as text, since a small compressed body can expand without end. Cancels the rest. */
export async function readText(body: ReadableStream<Uint8Array> | null, limit: number): Promise<BoundedText> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  for (let left = limit; ; ) {
    const value = (await reader?.read())?.value
    if (!value) return { text: text + decoder.decode(), isCut: false }
    text += decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.length
    if (left < 0) {
      reader?.cancel().catch(() => {})
      return { text, isCut: true }
    }
  }
}
