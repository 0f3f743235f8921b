import { expect, test } from 'vitest'
import { ConnectionError, StatusError } from '../../api/errors.ts'
import { isBusyOrDown } from './is-busy-or-down.ts'
import { isExpired } from './is-expired.ts'

const ofGateway = { details: { causes: [{ reason: 'UnexpectedServerResponse' }] } }
const codes = (status: object) =>
  Array.from({ length: 200 }, (_, at) => at + 399).filter(code =>
    isBusyOrDown(new StatusError({ code, ...status })),
  )

test('a server is busy or down by its code, and a gateway refuses by others', () => {
  expect(codes({})).toEqual([429, 502, 503, 504])
  expect(codes(ofGateway)).toEqual([401, 403, 404, 409, 410, 429, 502, 503, 504])
  expect(codes({ ...ofGateway, message: '404 page not found' })).toEqual([
    401, 403, 409, 410, 429, 502, 503, 504,
  ])
})

test('a server that has not reached a resourceVersion is not down, and a lost connection is', () => {
  expect(
    isBusyOrDown(
      new StatusError({ code: 504, details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }),
    ),
  ).toBe(false)
  expect([isBusyOrDown(new ConnectionError('lost')), isBusyOrDown(new Error('lost'))]).toEqual([true, false])
})

test.each([
  [{ code: 410 }, true],
  [{ code: 400, reason: 'Expired' }, true],
  [{ code: 410, ...ofGateway }, false],
  [{ code: 404 }, false],
])('%j has expired: %s', (status, expected) => expect(isExpired(new StatusError(status))).toBe(expected))
