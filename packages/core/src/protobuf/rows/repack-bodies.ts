import type { Row } from '../../api/row.ts'
import { BodyBuffers } from './body-buffers.ts'

/**
 * Copies the bodies that keep a mostly unused buffer in memory, so that it is freed: the rows that shared it were replaced, or
 * never stored. The rows stay the same objects. A frozen row stays as it is.
 */
export function repackBodies(rows: readonly Row<unknown>[]): void {
  const used = new Map<ArrayBufferLike, number>()
  for (const row of rows) {
    const body = bytesOf(row)
    if (body) used.set(body.buffer, (used.get(body.buffer) ?? 0) + body.length)
  }
  // What is left are the buffers to copy from.
  let rest = 0
  for (const [buffer, length] of used) {
    if (2 * length >= buffer.byteLength) used.delete(buffer)
    else rest += length
  }
  if (rest === 0) return
  // The last buffer is not larger than what it is for, so that it is not copied again.
  const buffers = new BodyBuffers()
  for (const row of rows) {
    const body = bytesOf(row)
    if (!body || !used.has(body.buffer)) continue
    const copy = buffers.allocate(body.length, rest)
    copy.set(body)
    rest -= body.length
    Reflect.set(row, 'body', copy)
  }
}

function bytesOf({ body }: Row<unknown>): Uint8Array | undefined {
  // A transform can make any body.
  if (body instanceof Uint8Array) return body
}
