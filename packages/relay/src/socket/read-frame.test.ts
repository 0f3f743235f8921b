import { describe, expect, test } from 'vitest'
import { dataMessage, isId, MAX_CREDIT, readDataMessage } from './protocol.ts'
import { readReaderFrame, readRelayFrame } from './read-frame.ts'

const MAX_ID = 2 ** 32 - 1
const OPEN = { type: 'open', id: 1, path: '/api/v1/pods?watch=1', credit: 10 }

describe('a frame of a reader', () => {
  test.each<[object]>([
    [{ type: 'token', token: 'a' }],
    [{ type: 'mark', mark: 'm' }],
    [{ type: 'close', id: MAX_ID }],
    [{ type: 'credit', id: 1, bytes: 1 }],
    [{ type: 'credit', id: 1, bytes: MAX_CREDIT }],
    [{ ...OPEN, accept: undefined }],
    [{ ...OPEN, accept: 'application/json' }],
  ])('%j is read, without unknown members', frame => {
    expect(readReaderFrame(JSON.stringify({ ...frame, other: 1 }))).toEqual(frame)
  })

  test.each<[unknown]>([
    [null],
    [7],
    ['text'],
    [[]],
    [{}],
    [{ type: 'token' }],
    [{ type: 'token', token: '' }],
    [{ type: 'token', token: 1 }],
    [{ type: 'mark', mark: '' }],
    [{ type: 'close' }],
    [{ type: 'close', id: 0 }],
    [{ type: 'close', id: MAX_ID + 1 }],
    [{ type: 'close', id: 1.5 }],
    [{ type: 'close', id: '1' }],
    [{ type: 'credit', id: 1 }],
    [{ type: 'credit', id: 1, bytes: 0 }],
    [{ type: 'credit', id: 1, bytes: MAX_CREDIT + 1 }],
    [{ type: 'credit', id: 1, bytes: 1.5 }],
    [{ type: 'other', id: 1 }],
    [{ ...OPEN, id: 0 }],
    [{ ...OPEN, path: '' }],
    [{ ...OPEN, path: 1 }],
    [{ ...OPEN, credit: 0 }],
    [{ ...OPEN, accept: '' }],
    [{ ...OPEN, accept: null }],
  ])('%j is none', frame => {
    expect(readReaderFrame(JSON.stringify(frame))).toBeUndefined()
  })

  test('is JSON', () => {
    expect([readReaderFrame('{'), readRelayFrame('{')]).toEqual([undefined, undefined])
  })
})

describe('a frame of a relay', () => {
  const REFUSED = { type: 'refused', id: 1, status: 403, body: '' }

  test.each<[object, object]>([
    [
      { type: 'mark', mark: 'm' },
      { type: 'mark', mark: 'm' },
    ],
    [
      { type: 'opened', id: 1, other: 1 },
      { type: 'opened', id: 1 },
    ],
    [
      { type: 'ended', id: 1 },
      { type: 'ended', id: 1, isBroken: false },
    ],
    [
      { type: 'ended', id: 1, isBroken: true },
      { type: 'ended', id: 1, isBroken: true },
    ],
    [
      { type: 'ended', id: 1, isBroken: 'yes' },
      { type: 'ended', id: 1, isBroken: false },
    ],
    [REFUSED, REFUSED],
    [
      { ...REFUSED, retryAfter: '1' },
      { ...REFUSED, retryAfter: '1' },
    ],
    [{ ...REFUSED, retryAfter: 1 }, REFUSED],
    [{ ...REFUSED, retryAfter: '' }, REFUSED],
  ])('%j is read as %j', (frame, expected) => {
    expect(readRelayFrame(JSON.stringify(frame))).toEqual(expected)
  })

  test.each<[unknown]>([
    [null],
    [[]],
    [{ type: 'mark' }],
    [{ type: 'opened' }],
    [{ type: 'opened', id: 0 }],
    [{ type: 'other', id: 1 }],
    [{ ...REFUSED, status: '403' }],
    [{ ...REFUSED, status: 1.5 }],
    [{ ...REFUSED, body: undefined }],
    [{ ...REFUSED, body: 1 }],
  ])('%j is none', frame => {
    expect(readRelayFrame(JSON.stringify(frame))).toBeUndefined()
  })
})

test.each([
  [1, true],
  [MAX_ID, true],
  [0, false],
  [-1, false],
  [MAX_ID + 1, false],
  [1.5, false],
  ['1', false],
])('%s is the id of a watch: %s', (value, expected) => {
  expect(isId(value)).toBe(expected)
})

test('a binary message has the id in four bytes, and then the bytes', () => {
  const message = dataMessage(0x01020304, new Uint8Array([9, 8]))
  expect([...message]).toEqual([1, 2, 3, 4, 9, 8])
  expect(readDataMessage(message.buffer)).toEqual({ id: 0x01020304, bytes: new Uint8Array([9, 8]) })
  expect([readDataMessage(new ArrayBuffer(4)), readDataMessage(new ArrayBuffer(0))]).toEqual([
    undefined,
    undefined,
  ])
  expect(readDataMessage(dataMessage(1, new Uint8Array([7])).buffer)?.bytes).toEqual(new Uint8Array([7]))
})
