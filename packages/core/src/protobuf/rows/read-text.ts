import type { MessageTable } from '../message-table.ts'
import { readObject } from '../read-object.ts'
import { ByteQueue } from './byte-queue.ts'

/** An object as JSON, or nothing if it was too long. */
export interface BoundedText {
  readonly text: string
  /** Whether the body is longer than the limit. */
  readonly isCut: boolean
}

/**
 * Reads an object in protobuf of at most `limit` bytes as JSON. Cancels the rest of a longer body. Rejects with a ProtocolError
 * if it is malformed.
 */
export async function readProtobufText(
  table: MessageTable,
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<BoundedText> {
  const queue = new ByteQueue()
  const reader = body?.getReader()
  for (;;) {
    const value = (await reader?.read())?.value
    if (!value) break
    queue.append(value)
    queue.keepRest()
    if (queue.length > limit) {
      reader?.cancel().catch(() => {})
      return { text: '', isCut: true }
    }
  }
  const { bytes, at, end } = queue
  return { text: JSON.stringify(readObject(table, bytes, at, end)), isCut: false }
}
