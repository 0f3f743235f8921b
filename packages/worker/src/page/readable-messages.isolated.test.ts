import { encodeRow, loadProtobuf, type Row } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { packRows } from '../wire/packed-rows.ts'
import type { HostMessage } from '../wire/protocol.ts'
import { readableMessages } from './readable-messages.ts'

const textRow = encodeRow({ kind: 'Pod', metadata: { name: 'a' } }) as Row
const bytesRow: Row = { ...textRow, body: Uint8Array.of(1) as unknown as Row['body'] }
const batchOf = (id: number, row: Row): HostMessage =>
  packRows({ type: 'batch', updates: [{ id, rows: [row] }] }).message

test('messages wait from the first row of bytes until its reader is loaded, and keep their order', async () => {
  const received: unknown[] = []
  const receive = readableMessages(message => {
    received.push(message.type === 'batch' ? message.updates[0]?.id : message.type)
  })
  receive(batchOf(1, textRow))
  receive({ type: 'result', id: 9 })
  expect(received).toEqual([1, 'result'])
  receive(batchOf(2, bytesRow))
  receive(batchOf(3, textRow))
  receive({ type: 'accepted', id: 9, object: {} })
  expect(received).toEqual([1, 'result'])
  await loadProtobuf()
  await Promise.resolve()
  expect(received).toEqual([1, 'result', 2, 3, 'accepted'])
  receive(batchOf(4, bytesRow))
  expect(received.at(-1)).toBe(4)
})
