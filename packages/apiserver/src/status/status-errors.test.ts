import { configMaps, deployments } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import {
  forbiddenValue,
  IMMUTABLE,
  invalidValue,
  invalidValues,
  printed,
  requiredValue,
  tooLongValue,
  unsupportedValue,
} from './field-errors.ts'
import {
  alreadyExists,
  conflict,
  failureOf,
  forbidden,
  nameConflict,
  preconditionFailed,
  requestTooLarge,
  stillBeingDeleted,
  unknownResource,
  unsupportedMediaType,
  unsupportedPatchType,
  watchNotSupported,
} from './status-errors.ts'

const DETAILS = { name: 'a', group: 'apps', kind: 'deployments' }

describe('the Status of an error', () => {
  test.each([
    [unknownResource(), 404, 'NotFound', 'the server could not find the requested resource', {}],
    [
      watchNotSupported(deployments),
      ...([405, 'MethodNotAllowed'] as const),
      'watch is not supported on resources of kind "deployments.apps"',
      { group: 'apps', kind: 'deployments' },
    ],
    [alreadyExists(deployments, 'a'), 409, 'AlreadyExists', 'deployments.apps "a" already exists', DETAILS],
    [
      nameConflict(deployments, 'a'),
      ...([409, 'AlreadyExists'] as const),
      'deployments.apps "a" already exists, the server was not able to generate a unique name for the object',
      { ...DETAILS, retryAfterSeconds: 1 },
    ],
    [
      stillBeingDeleted(deployments, 'a'),
      ...([409, 'AlreadyExists'] as const),
      'object is being deleted: deployments.apps "a" already exists',
      DETAILS,
    ],
    [forbidden(deployments, 'a', 'why'), 403, 'Forbidden', 'deployments.apps "a" is forbidden: why', DETAILS],
    [
      forbidden(configMaps, 'a', 'why', [{ reason: 'r' }]),
      ...([403, 'Forbidden', 'configmaps "a" is forbidden: why'] as const),
      { name: 'a', kind: 'configmaps', causes: [{ reason: 'r' }] },
    ],
    [
      requestTooLarge('limit is 3'),
      413,
      'RequestEntityTooLarge',
      'Request entity too large: limit is 3',
      undefined,
    ],
    [
      conflict(deployments, 'a', 'why'),
      ...([409, 'Conflict'] as const),
      'Operation cannot be fulfilled on deployments.apps "a": why',
      DETAILS,
    ],
    [
      preconditionFailed(deployments, 'a', 'why'),
      ...([409, 'Conflict', 'Operation cannot be fulfilled on Deployment.apps "a": why'] as const),
      { name: 'a', group: 'apps', kind: 'Deployment' },
    ],
    [
      preconditionFailed(configMaps, 'a', 'why'),
      ...([409, 'Conflict', 'Operation cannot be fulfilled on ConfigMap "a": why'] as const),
      { name: 'a', kind: 'ConfigMap' },
    ],
    [
      unsupportedMediaType(['a/b', 'c/d']),
      ...([415, 'UnsupportedMediaType'] as const),
      'the body of the request was in an unknown format - accepted media types include: a/b, c/d',
      undefined,
    ],
    [unsupportedPatchType(), 415, 'UnsupportedMediaType', '415: Unsupported Media Type', {}],
  ] as const)('%s', ({ status }, code, reason, message, details) => {
    expect(status).toEqual({
      ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' },
      ...{ code, reason, message, ...(details && { details }) },
    })
  })
})

test.each([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [409, 'Conflict'],
  [410, 'Expired'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
  [418, undefined],
])('an injected fault of code %s has the reason %j', (code, reason) => {
  expect(failureOf(code).status).toMatchObject({ code, ...(reason && { reason }) })
  expect(failureOf(code).status).not.toHaveProperty('details')
  expect(failureOf(code, 7).status.details).toEqual({ retryAfterSeconds: 7 })
})

test('the message of an unknown code says the code', () => {
  expect(failureOf(418).status.message).toBe('the server answered 418')
})

test.each([
  [undefined, 'null'],
  [null, 'null'],
  ['a"b', '"a\\"b"'],
  ['\u0001', '"\\x01"'],
  [1, '1'],
  [['\u0001'], '["\\u0001"]'],
  [{ a: true }, '{"a":true}'],
])('%j is printed as %s', (value, expected) => {
  expect(printed(value)).toBe(expected)
})

test('an error of a field has a type and a detail', () => {
  const field = 'spec.a'
  expect(invalidValue(field, 1, 'rule')).toEqual({ field, type: 'Invalid value', detail: '1: rule' })
  expect(invalidValue(field, 1, '').detail).toBe('1')
  expect(invalidValues(field, 'x', ['p', 'q']).map(({ detail }) => detail)).toEqual(['"x": p', '"x": q'])
  expect(requiredValue(field)).toEqual({ field, type: 'Required value', detail: '' })
  expect(forbiddenValue(field, 'd')).toEqual({ field, type: 'Forbidden', detail: 'd' })
  expect(unsupportedValue(field, 'x', ['p', 'q'])).toEqual({
    ...{ field, type: 'Unsupported value' },
    detail: '"x": supported values: "p", "q"',
  })
  expect(tooLongValue(field, 9)).toEqual({ field, type: 'Too long', detail: 'may not be more than 9 bytes' })
  expect(IMMUTABLE).toBe('field is immutable')
})
