import { describe, expect, test } from 'vitest'
import {
  ConnectionError,
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isStoreReadError,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedServerError,
  isUnsupportedMediaType,
  StatusError,
  statusCause,
  suggestsClientDelay,
} from './errors.ts'

/** Each predicate with its reason, and the code that implies it, if any. */
const PREDICATES = [
  [isAlreadyExists, 'AlreadyExists', undefined],
  [isBadRequest, 'BadRequest', 400],
  [isConflict, 'Conflict', 409],
  [isForbidden, 'Forbidden', 403],
  [isGone, 'Gone', 410],
  [isInternalError, 'InternalError', 500],
  [isInvalid, 'Invalid', 422],
  [isMethodNotSupported, 'MethodNotAllowed', 405],
  [isNotAcceptable, 'NotAcceptable', 406],
  [isNotFound, 'NotFound', 404],
  [isRequestEntityTooLarge, 'RequestEntityTooLarge', 413],
  [isServerTimeout, 'ServerTimeout', undefined],
  [isServiceUnavailable, 'ServiceUnavailable', 503],
  [isStoreReadError, 'StorageReadError', undefined],
  [isTimeout, 'Timeout', 504],
  [isTooManyRequests, 'TooManyRequests', 429],
  [isUnauthorized, 'Unauthorized', 401],
  [isUnsupportedMediaType, 'UnsupportedMediaType', 415],
] as const

/** The predicates that hold, without isResourceExpired, which combines two. */
const holding = (status: object): string[] =>
  PREDICATES.filter(([predicate]) => predicate(new StatusError(status))).map(([{ name }]) => name)

describe('predicates', () => {
  test.each(PREDICATES)('%o: by the reason %s, for any code', ({ name }, reason) => {
    expect(holding({ reason })).toEqual([name])
    expect(holding({ reason, code: 404 })).toEqual([name])
  })

  test.each(PREDICATES.filter(([, , code]) => code !== undefined))(
    '%o: without a known reason by code',
    ({ name }, _, code) => {
      expect(holding({ code })).toEqual([name])
      expect(holding({ code, reason: '' })).toEqual([name])
      expect(holding({ code, reason: 'SomethingNew' })).toEqual([name])
    },
  )

  test('S-61: the codes 429 and 413 suffice, also with another reason', () => {
    expect(holding({ code: 429, reason: 'InternalError' })).toEqual(['isInternalError', 'isTooManyRequests'])
    expect(holding({ code: 413, reason: 'Invalid' })).toEqual(['isInvalid', 'isRequestEntityTooLarge'])
  })

  test('other codes and errors match no predicate', () => {
    expect(holding({ code: 418 })).toEqual([])
    expect(PREDICATES.some(([predicate]) => predicate(new Error('NotFound')) || predicate(404))).toBe(false)
  })

  test('the cause of an error is examined, as upstream unwraps errors', () => {
    const error = new StatusError({ reason: 'NotFound' })
    expect(isNotFound(new ConnectionError('outer', { cause: new Error('inner', { cause: error }) }))).toBe(
      true,
    )
  })
})

describe('details of a StatusError', () => {
  const status = {
    reason: 'Conflict',
    details: {
      causes: [{ reason: 'FieldManagerConflict', field: '.spec.replicas', message: 'conflict with "a"' }],
    },
  }

  test('causes are found by their reason', () => {
    const error = new StatusError(status)
    expect(statusCause(error, 'FieldManagerConflict')?.field).toBe('.spec.replicas')
    expect(hasStatusCause(error, 'FieldManagerConflict')).toBe(true)
    expect(hasStatusCause(error, 'Other')).toBe(false)
    expect(hasStatusCause(new StatusError({}), 'Other')).toBe(false)
  })

  test('an unexpected response has a cause', () => {
    const causes = [{ reason: 'UnexpectedServerResponse', message: 'unknown' }]
    expect(isUnexpectedServerError(new StatusError({ code: 500, details: { causes } }))).toBe(true)
    expect(isUnexpectedServerError(new StatusError(status))).toBe(false)
  })

  test.each([
    [{ details: { retryAfterSeconds: 3 } }, 3],
    [{ reason: 'ServerTimeout', details: {} }, 0],
    [{ reason: 'ServerTimeout' }, undefined],
    [{ reason: 'Timeout', details: { retryAfterSeconds: 0 } }, undefined],
    [{ code: 429 }, undefined],
  ])('%j asks for a delay of %s seconds', (status, seconds) => {
    expect(suggestsClientDelay(new StatusError(status))).toBe(seconds)
  })
})
