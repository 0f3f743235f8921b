import { expect, test, vi } from 'vitest'
import { brokenOff, WatchBody } from './watch-body.ts'

function start(windowBytes = 10) {
  const onRead = vi.fn()
  const onCancel = vi.fn()
  const body = new WatchBody({ windowBytes, onRead, onCancel })
  const reader = body.stream.getReader()
  const granted = () => onRead.mock.calls.map(([bytes]) => bytes as number)
  return { body, reader, onCancel, granted }
}
const bytes = (length: number) => new Uint8Array(length)

test('bytes are read one message at a time, in order', async () => {
  const { body, reader } = start()
  const first = reader.read()
  expect([body.receive(new Uint8Array([1])), body.receive(new Uint8Array([2]))]).toEqual([true, true])
  expect([(await first).value, (await reader.read()).value]).toEqual([
    new Uint8Array([1]),
    new Uint8Array([2]),
  ])
})

test('a relay sends no more than its credit, which grows by half a window at a time', async () => {
  const { body, reader, granted } = start()
  expect([body.receive(bytes(4)), body.receive(bytes(6)), body.receive(bytes(1))]).toEqual([
    true,
    true,
    false,
  ])
  await reader.read()
  expect([granted(), body.receive(bytes(1))]).toEqual([[], false])
  await reader.read()
  expect(granted()).toEqual([10])
  expect([body.receive(bytes(10)), body.receive(bytes(1))]).toEqual([true, false])
})

test('half a window is granted as soon as it was read', async () => {
  const { body, reader, granted } = start()
  body.receive(bytes(5))
  await reader.read()
  expect(granted()).toEqual([5])
  body.receive(bytes(4))
  await reader.read()
  body.receive(bytes(1))
  await reader.read()
  expect(granted()).toEqual([5, 5])
})

test('the end follows the bytes that wait; nothing is granted after it', async () => {
  const { body, reader, granted } = start()
  body.receive(bytes(9))
  body.end()
  body.end(new Error('late'))
  expect([(await reader.read()).value?.length, granted()]).toEqual([9, []])
  expect((await reader.read()).done).toBe(true)
  expect(body.receive(bytes(100))).toBe(true)
})

test('an error follows the bytes that wait', async () => {
  const { body, reader } = start()
  body.receive(bytes(1))
  body.end(brokenOff('closed'))
  expect((await reader.read()).value?.length).toBe(1)
  await expect(reader.read()).rejects.toThrow("the relay's socket: closed")
})

test('a reader that waits learns of the end at once', async () => {
  const { body, reader } = start()
  const read = reader.read()
  body.end()
  expect((await read).done).toBe(true)
})

test('a reader that cancels receives nothing more', async () => {
  const { body, reader, onCancel } = start()
  body.receive(bytes(1))
  await reader.cancel()
  expect([onCancel.mock.calls.length, body.receive(bytes(100))]).toEqual([1, true])
  body.end()
  expect((await reader.read()).done).toBe(true)
})
