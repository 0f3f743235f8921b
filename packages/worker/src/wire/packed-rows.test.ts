import type { Row } from '@kube-informer/core'
import { contentOf } from '@kube-informer/core/rows'
import { expect, test } from 'vitest'
import { podRow } from '../test/rows.ts'
import type { ResultMessage } from './calls.ts'
import { packRows } from './packed-rows.ts'
import type { BatchMessage } from './protocol.ts'

const bytesRow = (key: string, ...bytes: number[]): Row => ({
  ...podRow(key, 1),
  body: Uint8Array.from(bytes) as unknown as Row['body'],
})

const text = podRow('default/text', 2)
const [first, second, third] = [
  bytesRow('default/a', 1, 2, 3),
  bytesRow('default/b', 4),
  bytesRow('default/c', 5, 6),
]
const batch: BatchMessage = {
  type: 'batch',
  updates: [
    { id: 1, rows: [first, text], total: 2 },
    { id: 2, total: 5 },
    { id: 3, rows: [second] },
  ],
  related: [
    { id: 4, root: 'x', nodes: [{ id: 'x', row: third }, { id: 'y' }] },
    { id: 5, gone: ['z'] },
  ],
}

/** What arrives on the other side. */
function sent<T extends BatchMessage | ResultMessage>(message: T): T {
  const { message: packed, transfer } = packRows(message)
  const { protobuf: _, ...rest } = structuredClone(packed as T, { transfer })
  return rest as T
}

test('rows of bytes cross in one buffer that is moved, and rows of text as they are', () => {
  const { message, transfer } = packRows(batch)
  expect(transfer).toHaveLength(1)
  expect(transfer[0]?.byteLength).toBe(6)
  const arrived = structuredClone(message, { transfer }) as BatchMessage
  expect(transfer[0]?.byteLength).toBe(0)
  expect(arrived).toEqual({ ...batch, protobuf: 'all' })
  const bodies = arrived.updates.flatMap(({ rows = [] }) => rows.map(({ body }) => contentOf(body)))
  const buffers = bodies.map(body => (typeof body === 'string' ? 'text' : body.buffer))
  expect(buffers).toEqual([buffers[0], 'text', buffers[0]])
  expect((buffers[0] as ArrayBuffer).byteLength).toBe(6)
})

test('the rows of the host keep their bodies, which may be sent to another page', () => {
  sent(batch)
  expect(contentOf(first.body)).toEqual(Uint8Array.of(1, 2, 3))
  expect(sent(batch)).toEqual(batch)
})

test('the rows of a snapshot are packed, and other results are sent as they are', () => {
  const snapshot: ResultMessage = { type: 'result', id: 1, object: { rows: [first, text], total: 2 } }
  expect(packRows(snapshot).transfer).toHaveLength(1)
  expect(sent(snapshot)).toEqual(snapshot)
  for (const object of [undefined, null, 'text', { rows: 'none' }, { rows: [{ body: 3 }] }]) {
    const other: ResultMessage = { type: 'result', id: 2, object }
    expect(packRows(other)).toEqual({ message: other, transfer: [] })
  }
})

test('a message without rows of bytes is not copied', () => {
  const message: BatchMessage = { type: 'batch', updates: [{ id: 1, rows: [text] }] }
  expect(packRows(message).message).toBe(message)
  expect(packRows({ type: 'pong' })).toEqual({ message: { type: 'pong' }, transfer: [] })
})
