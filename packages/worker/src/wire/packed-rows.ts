import type { Row } from '@kube-informer/core'
import { protobufGroups } from '@kube-informer/core/rows'
import type { ResultMessage } from './calls.ts'
import type { BatchMessage, HostMessage, SliceUpdate } from './protocol.ts'
import type { RelatedUpdate } from './related.ts'

/** A message, and what is moved to the other thread with it. */
interface PackedMessage {
  readonly message: HostMessage
  readonly transfer: ArrayBuffer[]
}

type MapRow = (row: Row) => Row

/**
 * Puts the bodies of rows that are bytes into one buffer, which is moved to the other thread: thousands of buffers would be cloned
 * one by one. The bodies are views of it, there as well. The rows of the host are not changed.
 */
export function packRows(message: HostMessage): PackedMessage {
  if (message.type !== 'batch' && message.type !== 'result') return { message, transfer: [] }
  let size = 0
  mapRows(message, row => {
    size += bytesOf(row)?.byteLength ?? 0
    return row
  })
  if (size === 0) return { message, transfer: [] }
  const all = new Uint8Array(size)
  let at = 0
  const packed = mapRows(message, row => {
    const body = bytesOf(row)
    if (!body) return row
    const view = all.subarray(at, at + body.byteLength)
    view.set(body)
    at += body.byteLength
    return { ...row, body: view as unknown as Row['body'] }
  })
  return { message: { ...packed, protobuf: protobufGroups() }, transfer: [all.buffer] }
}

function bytesOf({ body }: Row): Uint8Array | undefined {
  // The result of a call can be anything.
  const content: unknown = body
  return content instanceof Uint8Array ? content : undefined
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
