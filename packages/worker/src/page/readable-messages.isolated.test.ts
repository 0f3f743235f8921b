import { encodeRow, loadProtobuf, type ProtobufGroups, type Row } from '@kube-informer/core'
import { expect, test, vi } from 'vitest'
import type { ContentMessage } from '../wire/protocol.ts'
import { readableMessages } from './readable-messages.ts'

let isMissing = false
vi.mock('@kube-informer/core', async original => {
  const core = await original<typeof import('@kube-informer/core')>()
  const fail = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const load: typeof core.loadProtobuf = options => (isMissing ? fail() : core.loadProtobuf(options))
  return { ...core, loadProtobuf: load }
})

const row = encodeRow({ kind: 'Pod', metadata: { name: 'a' } }) as Row
const batchOf = (id: number, protobuf?: ProtobufGroups): ContentMessage => ({
  type: 'batch',
  updates: [{ id, rows: [row] }],
  ...(protobuf && { protobuf }),
})

test('messages wait from the first row of protobuf until what reads it is loaded, and keep their order', async () => {
  const received: unknown[] = []
  const receive = readableMessages(message => {
    received.push(message.type === 'batch' ? message.updates[0]?.id : message.type)
  })
  receive(batchOf(1))
  receive({ type: 'result', id: 9 })
  expect(received).toEqual([1, 'result'])
  receive(batchOf(2, 'common'))
  receive(batchOf(3))
  // Its rows need more, and the next one stays behind it.
  receive(batchOf(4, 'all'))
  receive({ type: 'accepted', id: 9, object: {} })
  expect(received).toEqual([1, 'result'])
  await loadProtobuf({ groups: 'common' })
  await Promise.resolve()
  expect(received).toEqual([1, 'result', 2, 3])
  await loadProtobuf()
  await Promise.resolve()
  expect(received).toEqual([1, 'result', 2, 3, 4, 'accepted'])
  receive(batchOf(5, 'common'))
  receive(batchOf(6, 'all'))
  expect(received.slice(-2)).toEqual([5, 6])
})

test('all messages that wait are delivered when the load fails, and the next one tries it again', async () => {
  const received: unknown[] = []
  const receive = readableMessages(message => {
    received.push(message.type === 'batch' ? message.updates[0]?.id : message.type)
  })
  isMissing = true
  receive(batchOf(1, 'common'))
  receive(batchOf(2, 'all'))
  receive({ type: 'result', id: 9 })
  await vi.waitFor(() => expect(received).toEqual([1, 2, 'result']))
  isMissing = false
  receive(batchOf(3, 'all'))
  expect(received).toHaveLength(3)
  await vi.waitFor(() => expect(received).toEqual([1, 2, 'result', 3]))
})
