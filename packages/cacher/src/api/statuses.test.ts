import { defineResource } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { type FieldError, invalid } from './invalid.ts'
import {
  continueExpired,
  expired,
  failure,
  internalError,
  listExpired,
  methodNotAllowed,
  notAcceptable,
  notFound,
  notReady,
  tooLargeResourceVersion,
  tooOldResourceVersion,
  unauthorized,
} from './status-errors.ts'

const widgets = defineResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
})
const head = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' }

test('a status has its members in the order of a server, and no empty ones', () => {
  const { status } = failure({ code: 500, reason: '', message: 'm' })
  expect(status).toEqual({ ...head, message: 'm', code: 500 })
  const full = failure({ code: 410, reason: 'R', message: 'm', details: { name: 'n' }, continue: 't' }).status
  expect(JSON.stringify(full)).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{"continue":"t"},"status":"Failure","message":"m","reason":"R","details":{"name":"n"},"code":410}',
  )
})

test('a missing object: the details have the resource, and a name is quoted as in Go', () => {
  expect(notFound(pods, 'a').status).toMatchObject({
    ...{ code: 404, reason: 'NotFound', message: 'pods "a" not found', details: { name: 'a', kind: 'pods' } },
  })
  expect(notFound(widgets, '\u001b\u007f"').status).toEqual({
    ...head,
    message: 'widgets.example.com "\\x1b\\x7f\\"" not found',
    reason: 'NotFound',
    details: { name: '\u001b\u007f"', group: 'example.com', kind: 'widgets' },
    code: 404,
  })
  expect(notFound(pods, '').status.details).toEqual({ kind: 'pods' })
})

test.each([
  [unauthorized(), 401, 'Unauthorized', undefined],
  [methodNotAllowed(), 405, 'MethodNotAllowed', {}],
  [notAcceptable('m'), 406, 'NotAcceptable', undefined],
  [notAcceptable('m', { name: 'n' }), 406, 'NotAcceptable', { name: 'n' }],
  [listExpired(), 410, 'Expired', undefined],
  [notReady('m', 3), 429, 'TooManyRequests', { retryAfterSeconds: 3 }],
  [internalError('m'), 500, undefined, undefined],
  [internalError('m', 'InternalError'), 500, 'InternalError', undefined],
])('%s', ({ status }, code, reason, details) => {
  expect([status.code, status.reason, status.details]).toEqual([code, reason, details])
})

test('an expired token comes with a new one', () => {
  expect(continueExpired('t').status.metadata).toEqual({ continue: 't' })
  expect(expired('m').status.metadata).toEqual({})
  expect(tooOldResourceVersion('1', '5').message).toContain('too old resource version: 1 (5)')
})

test('a resourceVersion in the future: its cause, and when to retry if that is known', () => {
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }]
  expect(tooLargeResourceVersion('9', 5).status).toMatchObject({
    ...{ code: 504, reason: 'Timeout', message: 'Timeout: Too large resource version: 9, current: 5' },
  })
  expect(tooLargeResourceVersion('9', 5).status.details).toEqual({ causes })
  expect(tooLargeResourceVersion('9', 5, 1).status.details).toEqual({ causes, retryAfterSeconds: 1 })
})

const required: FieldError = { field: 'spec.a', type: 'Required value', detail: '' }
const wrong: FieldError = { field: 'spec.b', type: 'Invalid value', detail: '1: must be 2', reason: 'Own' }

test('violated rules: each error once in the message, with its reason in the causes', () => {
  expect(invalid({ kind: 'Widget', group: 'example.com' }, 'x', [required, wrong, required]).status).toEqual({
    ...head,
    message:
      'Widget.example.com "x" is invalid: [spec.a: Required value, spec.b: Invalid value: 1: must be 2]',
    reason: 'Invalid',
    details: {
      ...{ name: 'x', group: 'example.com', kind: 'Widget' },
      causes: [
        { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.a' },
        { reason: 'Own', message: 'Invalid value: 1: must be 2', field: 'spec.b' },
      ],
    },
    code: 422,
  })
})

test('one violated rule has no brackets, and causes may be repeated', () => {
  const { status } = invalid({ kind: 'Pod', group: '' }, '', [required, required], true)
  expect(status.message).toBe('Pod "" is invalid: spec.a: Required value')
  expect(status.details).toMatchObject({ kind: 'Pod' })
  expect(status.details).not.toHaveProperty('name')
  expect(status.details).not.toHaveProperty('group')
  expect(status.details?.causes).toHaveLength(2)
})
