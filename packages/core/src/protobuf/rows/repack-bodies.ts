import type { Row } from '../../row/row.ts'
import { allocateShared } from './body-buffers.ts'

/** A row as its body is stored. */
interface Bodied {
  body: string | Uint8Array
}

/**
 * Copies the bodies that keep a mostly unused buffer in memory, so that it is freed: the rows that shared it were replaced, or
 * never stored. The rows stay the same objects.
 */
export function repackBodies(rows: readonly Row<unknown>[]): void {
  const stored = rows as readonly unknown[] as readonly Bodied[]
  const used = new Map<ArrayBufferLike, number>()
  for (const { body } of stored)
    if (typeof body !== 'string') used.set(body.buffer, (used.get(body.buffer) ?? 0) + body.length)
  // What is left are the buffers to copy from.
  for (const [buffer, length] of used) if (2 * length >= buffer.byteLength) used.delete(buffer)
  if (used.size === 0) return
  const allocate = allocateShared()
  for (const row of stored) {
    const { body } = row
    if (typeof body === 'string' || !used.has(body.buffer)) continue
    row.body = allocate(body.length)
    row.body.set(body)
  }
}
