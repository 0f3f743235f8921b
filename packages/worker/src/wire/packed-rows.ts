import type { Row } from '@kube-informer/core'
import { contentOf } from '@kube-informer/core/internal'
import type { BatchMessage, HostMessage, RelatedUpdate, ResultMessage, SliceUpdate } from './protocol.ts'

/** A message, and what is moved to the other thread with it. */
interface PackedMessage {
  readonly message: HostMessage
  readonly transfer: ArrayBuffer[]
}

type MapRow = (row: Row) => Row

/**
 * Packs the bodies of rows that are bytes into one buffer, which is moved to the other thread: thousands of buffers would be
 * cloned one by one. Their lengths take the places of the bodies. The rows of the host are not changed.
 */
export function packRows(message: HostMessage): PackedMessage {
  if (message.type !== 'batch' && message.type !== 'result') return { message, transfer: [] }
  const found: Uint8Array[] = []
  const packed = mapRows(message, row => {
    const content = contentOf(row.body)
    if (!(content instanceof Uint8Array)) return row
    found.push(content)
    return withBody(row, content.byteLength)
  })
  if (found.length === 0) return { message, transfer: [] }
  const bodies = concatenated(found)
  return { message: { ...packed, bodies }, transfer: [bodies.buffer] }
}

/** The inverse of {@link packRows}. The bodies are views of the one buffer. */
export function unpackRows<T extends BatchMessage | ResultMessage>({
  bodies,
  ...message
}: T): Omit<T, 'bodies'> {
  if (!bodies) return message
  let at = 0
  return mapRows(message as unknown as T, row => {
    const length: unknown = row.body
    if (typeof length !== 'number') return row
    at += length
    return withBody(row, bodies.subarray(at - length, at))
  })
}

/** Rows of batches, and of the result of a snapshot. Other results have no rows of bytes. */
function mapRows<T extends BatchMessage | ResultMessage>(message: T, map: MapRow): T {
  if (message.type === 'result') {
    const rows = (message.object as { readonly rows?: unknown } | undefined)?.rows
    return Array.isArray(rows)
      ? { ...message, object: { ...(message.object as object), rows: rows.map(map) } }
      : message
  }
  const { updates, related } = message
  return {
    ...message,
    updates: updates.map(update => mapSlice(update, map)),
    ...(related && { related: related.map(update => mapTree(update, map)) }),
  }
}

const mapSlice = (update: SliceUpdate, map: MapRow): SliceUpdate =>
  update.rows ? { ...update, rows: update.rows.map(map) } : update

const mapTree = (update: RelatedUpdate, map: MapRow): RelatedUpdate =>
  update.nodes
    ? { ...update, nodes: update.nodes.map(node => (node.row ? { ...node, row: map(node.row) } : node)) }
    : update

const withBody = (row: Row, body: unknown): Row => ({ ...row, body: body as Row['body'] })

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}
