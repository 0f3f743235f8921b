import type { Row } from '../../row/row.ts'
import { allocateShared } from './body-buffers.ts'

/**
 * Copies the bodies that keep a mostly unused buffer in memory, so that it is freed: the rows that shared it were replaced, or
 * never stored. The rows stay the same objects.
 */
export function repackBodies(rows: readonly Row<unknown>[]): void {
  const used = new Map<ArrayBufferLike, number>()
  // By index: an iterator makes an object for each row until this is compiled.
  for (let i = 0; i < rows.length; i++) {
    const body = bytesOf(rows[i])
    if (body) used.set(body.buffer, (used.get(body.buffer) ?? 0) + body.length)
  }
  // What is left are the buffers to copy from.
  for (const [buffer, length] of used) if (2 * length >= buffer.byteLength) used.delete(buffer)
  if (used.size === 0) return
  const allocate = allocateShared()
  for (let i = 0; i < rows.length; i++) {
    const body = bytesOf(rows[i])
    if (!body || !used.has(body.buffer)) continue
    const copy = allocate(body.length)
    copy.set(body)
    ;(rows[i] as { body: unknown }).body = copy
  }
}

function bytesOf(row: Row<unknown> | undefined): Uint8Array | undefined {
  const body: unknown = row?.body
  return typeof body === 'string' ? undefined : (body as Uint8Array)
}
