import { loadProtobuf } from '../protobuf/load-protobuf.ts'

/** A body, or its beginning. */
export interface BoundedText {
  readonly text: string
  /** Whether the body is longer than the limit. */
  readonly isCut: boolean
}

type Body = ReadableStream<Uint8Array> | null

/** Reads at most `limit` bytes of a body as text, since a small compressed body can expand without end. Cancels the rest. */
export async function readText(body: Body, limit: number): Promise<BoundedText> {
  const decoder = new TextDecoder()
  let text = ''
  const isCut = await readUpTo(body, limit, bytes => {
    text += decoder.decode(bytes, { stream: true })
  })
  return { text: isCut ? text : text + decoder.decode(), isCut }
}

/** The same of an object in protobuf, as JSON; '' if it is longer. Rejects with a ProtocolError if it is malformed. */
export async function readProtobufText(body: Body, limit: number): Promise<BoundedText> {
  const bytes: number[] = []
  const isCut = await readUpTo(body, limit, more => {
    bytes.push(...more)
  })
  const { readDocument } = await loadProtobuf()
  return { text: isCut ? '' : JSON.stringify(readDocument(Uint8Array.from(bytes))), isCut }
}

/** @returns whether there is more */
async function readUpTo(body: Body, limit: number, onBytes: (bytes: Uint8Array) => void): Promise<boolean> {
  const reader = body?.getReader()
  for (let left = limit; ; ) {
    const value = (await reader?.read())?.value
    if (!value) return false
    onBytes(value.subarray(0, left))
    left -= value.length
    if (left < 0) {
      reader?.cancel().catch(() => {})
      return true
    }
  }
}
