import type { Row } from '../../row/row.ts'
import { allocateShared } from './body-buffers.ts'

/**
 * Copies the bodies that keep a mostly unused buffer in memory, so that it is freed: the rows that shared it were replaced, or
 * never stored. The rows stay the same objects.
 */
export function repackBodies(rows: readonly Row<unknown>[]): void {
  const used = new Map<ArrayBufferLike, number>()
  const usedOf = ({ buffer }: Uint8Array) => used.get(buffer) ?? 0
  // By index: an iterator makes an object for each row until this is compiled.
  for (let i = 0; i < rows.length; i++) {
    const body = bytesOf(rows[i])
    if (body) used.set(body.buffer, usedOf(body) + body.length)
  }
  const allocate = allocateShared()
  for (let i = 0; i < rows.length; i++) {
    const body = bytesOf(rows[i])
    if (!body || 2 * usedOf(body) >= body.buffer.byteLength) continue
    const copy = allocate(body.length)
    copy.set(body)
    ;(rows[i] as { body: unknown }).body = copy
  }
}

function bytesOf(row: Row<unknown> | undefined): Uint8Array | undefined {
  const body: unknown = row?.body
  return typeof body === 'string' ? undefined : (body as Uint8Array)
}
