import {
  ConnectionError,
  isForbidden,
  ProtocolError,
  type Status,
  StatusError,
  UsageError,
} from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import { fromWireError, sameError, toWireError } from './wire-error.ts'

const STATUS: Status = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  code: 403,
  reason: 'Forbidden',
  message: 'no',
}
const crossed = (error: unknown) => fromWireError(toWireError(error))

describe('an error that crosses to a page', () => {
  test.each([
    new UsageError('use'),
    new ConnectionError('down'),
    new ProtocolError('odd'),
    new Error('any'),
    new StatusError(STATUS),
    new StatusError(STATUS, 'list pods'),
    new StatusError({ kind: 'Status', apiVersion: 'v1', code: 403, reason: 'Forbidden' }, 'list pods'),
  ])('%s has the same class and message', error => {
    const copy = crossed(error)
    expect([copy.message, copy.name, copy.constructor]).toEqual([
      error.message,
      error.name,
      error.constructor,
    ])
  })

  test('keeps the Status of the server', () => {
    const copy = crossed(new StatusError(STATUS, 'list pods'))
    expect(isForbidden(copy)).toBe(true)
    expect((copy as StatusError).status).toEqual(STATUS)
  })

  test('that is none becomes one with its text', () => {
    expect(toWireError('text')).toEqual({ message: 'text' })
    expect(crossed('text')).toEqual(new Error('text'))
  })

  test('of an unknown code is a protocol error', () => {
    expect(fromWireError({ message: 'm', code: 'OutOfOrder' })).toBeInstanceOf(ProtocolError)
  })

  test('whose message does not end with that of the server has the message of the server', () => {
    expect(fromWireError({ message: 'other', status: STATUS }).message).toBe(new StatusError(STATUS).message)
  })
})

describe('two errors are equal', () => {
  const error = new StatusError(STATUS)
  const withCauses = (reason?: string) =>
    new StatusError({ ...STATUS, details: { causes: [{ ...(reason && { reason }), message: 'm' }] } })

  test.each<[string, Error | undefined, Error | undefined, boolean]>([
    ['that are the same', error, error, true],
    ['that are none', undefined, undefined, true],
    ['of which one is none', error, undefined, false],
    ['of which the other is none', undefined, error, false],
    ['with equal members', new StatusError(STATUS), error, true],
    ['with another message', new StatusError({ ...STATUS, message: 'other' }), error, false],
    ['with another code', new StatusError({ ...STATUS, code: 401 }, ''), new StatusError(STATUS, ''), false],
    ['with another reason', new StatusError({ ...STATUS, reason: 'Other' }), error, false],
    ['with equal causes', withCauses('a'), withCauses('a'), true],
    ['with other causes', withCauses('a'), withCauses('b'), false],
    ['of another class', new UsageError('a'), new ConnectionError('a'), false],
    ['of the same class', new UsageError('a'), new UsageError('a'), true],
    ['of the same class with another message', new UsageError('a'), new UsageError('b'), false],
  ])('%s', (_, a, b, expected) => {
    expect(sameError(a, b)).toBe(expected)
  })
})
