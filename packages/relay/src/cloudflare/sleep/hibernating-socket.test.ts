import { beforeEach, expect, test, vi } from 'vitest'
import { HeldSocket } from '../../test/held-socket.ts'
import { HibernatingSocket, MAX_SENT } from './hibernating-socket.ts'
import type { StoredReader } from './stored-reader.ts'

const stored: StoredReader = {
  path: '/api/v1/pods?watch=1&resourceVersion=5',
  accept: 'application/json',
  origin: 'https://app.example',
  identity: { username: 'alice' },
  validUntil: 2000,
  sent: 0,
  checkAt: 0,
  failures: 0,
}

let held: HeldSocket
const onOver = vi.fn()
beforeEach(() => {
  held = new HeldSocket()
  onOver.mockReset()
})

const socketOf = (changes: Partial<StoredReader> = {}) =>
  new HibernatingSocket({
    socket: held,
    stored: { ...stored, ...changes },
    context: {},
    validUntil: () => 3000,
    onSend: () => undefined,
    onOver,
  })
const attached = () => JSON.parse(String(held.attachment))

test('while the leaf is awake, the attachment has no position', () => {
  socketOf({ resourceVersion: '7' })
  expect(attached()).toEqual(stored)
})

test('a watch that ends because the leaf falls asleep leaves the socket open, with the position attached', async () => {
  const socket = socketOf()
  socket.send('abc')
  const asleep = socket.fallAsleep('9', 1500)
  socket.send('de')
  socket.close(1000)
  await asleep
  expect([held.closedWith, held.sent]).toEqual([undefined, ['abc', 'de']])
  expect(attached()).toEqual({ ...stored, resourceVersion: '9', sent: 5, validUntil: 3000, checkAt: 1500 })
  expect(onOver).not.toHaveBeenCalled()
})

test.each([
  ['breaks off', {}, 1011],
  ['has exceeded 16 MiB', { sent: 16 * 1024 * 1024 + 1 }, 1000],
])('a watch that %s while the leaf falls asleep closes the socket', async (_title, changes, code) => {
  const socket = socketOf(changes)
  const asleep = socket.fallAsleep('9', 1500)
  socket.close(code)
  await asleep
  expect(held.closedWith).toBe(code)
  expect(attached().resourceVersion).toBeUndefined()
  expect(onOver).toHaveBeenCalledTimes(1)
})

test('a watch that has reached 16 MiB may continue, and the socket with it', async () => {
  const socket = socketOf({ sent: MAX_SENT - 1 })
  socket.send('x')
  const asleep = socket.fallAsleep('9', 1500)
  socket.close(1000)
  await asleep
  expect([MAX_SENT, held.closedWith, attached().sent]).toEqual([16 * 1024 * 1024, undefined, MAX_SENT])
})

test('a socket that is closed is over once, and tells its close listeners only', () => {
  const socket = socketOf()
  const [onClose, onError] = [vi.fn(), vi.fn()]
  socket.addEventListener('close', onClose)
  socket.addEventListener('error', onError)
  expect([socket.isOver, socket.readyState, socket.validUntil]).toEqual([false, 1, 3000])
  socket.close(1011)
  socket.close(1000)
  socket.closed()
  expect([socket.isOver, held.closedWith]).toEqual([true, 1011])
  expect([onClose, onError, onOver].map(each => each.mock.calls.length)).toEqual([1, 0, 1])
})

test('a reader that closes its socket while the leaf falls asleep has no position', async () => {
  const socket = socketOf()
  const onClose = vi.fn()
  socket.addEventListener('close', onClose)
  const asleep = socket.fallAsleep('9', 1500)
  socket.closed()
  socket.close(1000)
  await asleep
  expect([socket.isOver, attached().resourceVersion, onClose.mock.calls.length]).toEqual([true, undefined, 1])
})
