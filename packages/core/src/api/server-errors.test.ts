import { expect, test } from 'vitest'
import {
  ConnectionError,
  isAbort,
  isKnownReason,
  isTooLargeResourceVersion,
  isUnservedPath,
  StatusError,
  statusErrorOf,
  TransactionError,
} from './errors.ts'

const UNEXPECTED = { reason: 'UnexpectedServerResponse' }
const TOO_LARGE = 'Too large resource version'

test.each([
  [{ code: 404, message: 'not found' }, true],
  [{ code: 404, message: '404 page not found', details: { causes: [UNEXPECTED] } }, true],
  [{ code: 404, message: '<html>', details: { causes: [UNEXPECTED] } }, false],
  [{ code: 503, message: '404 page not found' }, false],
])('%j is of a path that is not served: %s', (status, isUnserved) => {
  expect(isUnservedPath(new StatusError(status))).toBe(isUnserved)
  expect(isUnservedPath(new Error('outer', { cause: new StatusError(status) }))).toBe(isUnserved)
})

test.each([
  [{ code: 504, details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }, true],
  [{ code: 400, details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }, true],
  [{ code: 504, details: { causes: [{ message: 'other' }, { message: TOO_LARGE }] } }, true],
  [{ code: 504, details: { causes: [{ message: 'other' }] } }, false],
  [{ code: 504, details: {} }, false],
  [{ code: 504, message: `${TOO_LARGE}: 9, current: 7` }, true],
  [{ code: 504 }, false],
  [{ code: 400, message: TOO_LARGE }, false],
])('%j is of a resourceVersion that is too large: %s', (status, isTooLarge) => {
  expect(isTooLargeResourceVersion(new StatusError(status))).toBe(isTooLarge)
})

test.each([new Error(TOO_LARGE), TOO_LARGE, undefined])('%s is no error of a server', error => {
  expect([isTooLargeResourceVersion(error), isUnservedPath(error), statusErrorOf(error)]).toEqual([
    false,
    false,
    undefined,
  ])
})

test.each([
  [new DOMException('stopped', 'AbortError'), true],
  [Object.assign(new Error('stopped'), { name: 'AbortError' }), true],
  [new Error('AbortError'), false],
  [{ name: 'AbortError' }, false],
  [undefined, false],
])('%s is an abort: %s', (error, expected) => expect(isAbort(error)).toBe(expected))

test('an error of transactions has their number, and the first of their errors as its cause', () => {
  const errors = [new ConnectionError('one'), 'two']
  const error = new TransactionError(3, [1], errors)
  expect(error).toMatchObject({ totalTransactions: 3, successfulIndices: [1], errors })
  expect(error.cause).toBe(errors[0])
  expect(error.message).toBe('failed to execute (2/3) transactions failed due to: one; two')
})

test.each([
  ['Expired', true],
  ['NotFound', true],
  ['', false],
  ['None', false],
])('%j is a reason of the API: %s', (reason, isKnown) => expect(isKnownReason(reason)).toBe(isKnown))

test('a StatusError without a code has the code 0, and its message names the request', () => {
  expect(new StatusError({})).toMatchObject({ code: 0, reason: '', message: 'unknown error' })
  expect(new StatusError({ reason: 'Odd' }, 'list pods').message).toBe('list pods: Odd')
  expect(new StatusError({ reason: '', code: 410, message: 'old' }, 'list pods')).toMatchObject({
    ...{ code: 410, reason: 'Gone', message: 'list pods: old' },
  })
})

test('causes are followed up to a hundred', () => {
  const status = new StatusError({ code: 404 })
  const nested = (depth: number) => {
    let error: Error = status
    for (let at = 0; at < depth; at++) error = new Error('outer', { cause: error })
    return error
  }
  expect(statusErrorOf(nested(99))).toBe(status)
  expect(statusErrorOf(nested(100))).toBeUndefined()
})
