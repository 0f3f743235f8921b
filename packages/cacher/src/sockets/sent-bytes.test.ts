import { expect, test } from 'vitest'
import { SentBytes } from './sent-bytes.ts'

class Socket {
  unreceived: number
  closes = 0

  constructor(unreceived: number) {
    this.unreceived = unreceived
  }

  close(): void {
    this.closes++
  }
}

test('the sum is that of what was measured last, and nothing closes at the limit', () => {
  const sent = new SentBytes(100)
  const [a, b] = [new Socket(30), new Socket(70)]
  sent.changed(a)
  sent.changed(b)
  expect([sent.bytes, a.closes, b.closes]).toEqual([100, 0, 0])
  a.unreceived = 10
  expect(sent.bytes).toBe(100)
  sent.changed(a)
  expect(sent.bytes).toBe(80)
  sent.remove(b)
  sent.remove(b)
  sent.remove(new Socket(5))
  expect([sent.bytes, b.closes]).toEqual([10, 0])
})

test('over the limit, all are measured before the one with the most is closed', () => {
  const sent = new SentBytes(100)
  const [a, b] = [new Socket(60), new Socket(40)]
  sent.changed(a)
  sent.changed(b)
  // The reader of a has received its bytes meanwhile, which nothing reported.
  a.unreceived = 0
  b.unreceived = 90
  sent.changed(b)
  expect([sent.bytes, a.closes, b.closes]).toEqual([90, 0, 0])
  b.unreceived = 101
  sent.changed(b)
  expect([sent.bytes, a.closes, b.closes]).toEqual([0, 0, 1])
})

test('the largest are closed until the rest is within the limit, the oldest first of those that are equal', () => {
  const sent = new SentBytes(100)
  const sockets = [40, 50, 50, 20].map(bytes => new Socket(bytes))
  for (const socket of sockets.slice(0, 2)) sent.changed(socket)
  sent.changed(sockets[2] as Socket)
  expect(sockets.map(({ closes }) => closes)).toEqual([0, 1, 0, 0])
  sent.changed(sockets[3] as Socket)
  expect([sent.bytes, sockets.map(({ closes }) => closes)]).toEqual([60, [0, 1, 1, 0]])
})
