import { expect, test } from 'vitest'
import { Busy } from './busy.ts'
import { readBytes } from './read-bytes.ts'

/** Whether a promise has resolved by now. */
async function isResolved(promise: Promise<void>): Promise<boolean> {
  let resolved = false
  void promise.then(() => {
    resolved = true
  })
  for (let tick = 0; tick < 3; tick++) await Promise.resolve()
  return resolved
}

test('it is idle without tokens, and when the last of them is done', async () => {
  const busy = new Busy()
  const [a, b] = [{}, {}]
  expect(await isResolved(busy.idle())).toBe(true)
  busy.set(a, true)
  busy.set(b, true)
  const [first, second] = [busy.idle(), busy.idle()]
  busy.set(a, false)
  busy.set(a, false)
  expect(await isResolved(first)).toBe(false)
  busy.set(b, false)
  expect([await isResolved(first), await isResolved(second)]).toEqual([true, true])
  busy.set(a, true)
  expect(await isResolved(busy.idle())).toBe(false)
})

test('what else is busy counts when it is checked', async () => {
  let isElseBusy = true
  const busy = new Busy(() => isElseBusy)
  const token = {}
  busy.set(token, true)
  const idle = busy.idle()
  busy.set(token, false)
  busy.check()
  expect(await isResolved(idle)).toBe(false)
  isElseBusy = false
  expect(await isResolved(idle)).toBe(false)
  busy.check()
  expect(await isResolved(idle)).toBe(true)
})

const sending = (...chunks: readonly string[]) => {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: controller => {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  return new Request('http://fake/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test.each([
  [['abc'], 3, 'abc'],
  [['ab', 'c'], 3, 'abc'],
  [['ab', 'cd'], 3, undefined],
  [['abcd', ''], 3, undefined],
  [[], 0, ''],
])('a body of the chunks %j with the limit %s is %j', async (chunks, limit, expected) => {
  const bytes = await readBytes(sending(...chunks), limit)
  expect(bytes && new TextDecoder().decode(bytes)).toBe(expected)
})

test('the rest of a body that is too large is read, so that the client can read the answer', async () => {
  let read = 0
  const body = new ReadableStream<Uint8Array>({
    pull: controller => {
      if (read++ === 5) controller.close()
      else controller.enqueue(new Uint8Array(2))
    },
  })
  const request = new Request('http://fake/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect([await readBytes(request, 3), read]).toEqual([undefined, 6])
})

test('a browser whose requests have no stream reads the whole body', async () => {
  const request = (size: number) => ({
    body: null,
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(size)),
  })
  const sizes = [2, 3, 4].map(size => readBytes(request(size) as unknown as Request, 3))
  expect((await Promise.all(sizes)).map(bytes => bytes?.length)).toEqual([2, 3, undefined])
})
