import {
  ConnectionError,
  type InformerStatus,
  type Status,
  StatusError,
  UsageError,
} from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import { isBlocked, isDenied, isDeniedStatus, isRefused } from './denials.ts'
import { statusDiffers } from './status-differs.ts'

const STATUS = { data: 'complete', link: 'live', resourceVersion: '5' } as unknown as InformerStatus
const changed = (change: object, base: object = {}) => [
  statusDiffers({ ...STATUS, ...base }, { ...STATUS, ...base, ...change }),
  statusDiffers({ ...STATUS, ...base, ...change }, { ...STATUS, ...base }),
]

describe('two statuses', () => {
  test('that are the same, or have equal members, do not differ visibly', () => {
    expect(statusDiffers(STATUS, STATUS)).toBe(false)
    expect(changed({}, { progress: { received: 1, expected: 2 }, error: new UsageError('a') })).toEqual([
      false,
      false,
    ])
  })

  test.each([
    { link: 'retrying' },
    { data: 'none' },
    { isWaiting: true },
    { notice: 'text' },
    { progress: { received: 2, expected: 2 } },
    { progress: { received: 1, expected: 3 } },
    { progress: undefined },
    { error: new ConnectionError('a') },
  ])('differ by %o', change => {
    expect(changed(change, { progress: { received: 1, expected: 2 } })).toEqual([true, true])
  })

  test.each([
    ['complete', false],
    ['none', false],
    ['cached', true],
  ])('of %s rows differ by the resourceVersion: %s', (data, differs) => {
    expect(changed({ resourceVersion: '6' }, { data })).toEqual([differs, differs])
  })

  test('do not differ by counters and times', () => {
    expect(changed({ lastEventAt: 7, relists: 3 })).toEqual([false, false])
  })
})

/** A denial by the apiserver, whose body is a Status. */
const serverError = (code: number) =>
  new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'Forbidden',
    code,
    message: 'no',
  })
const gatewayError = (code: number) => {
  const causes = [{ reason: 'UnexpectedServerResponse', message: 'html' }]
  const status: Status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, details: { causes } }
  return new StatusError(status)
}
const withError = (error: Error | undefined, data = 'none') => ({ ...STATUS, data, error }) as InformerStatus

test.each([
  [serverError(401), true, false],
  [serverError(403), true, false],
  [serverError(402), false, false],
  [serverError(404), false, false],
  [gatewayError(401), false, false],
  [gatewayError(403), false, true],
  [gatewayError(404), false, false],
  [new ConnectionError('down'), false, false],
  [undefined, false, false],
])('%s denies: %s, and is of a gateway that blocks: %s', (error, denied, blocked) => {
  expect([isDenied(error), isBlocked(error)]).toEqual([denied, blocked])
})

test.each([
  [399, false],
  [400, true],
  [403, true],
  [404, true],
  [408, false],
  [409, false],
  [410, false],
  [429, false],
  [499, true],
  [500, false],
])('a status of %i refuses an informer: %s', (code, expected) => {
  expect(isRefused(withError(serverError(code)))).toBe(expected)
})

test('a gateway, a broken connection or nothing does not refuse an informer', () => {
  expect(
    [gatewayError(403), new ConnectionError('down'), undefined].map(error => isRefused(withError(error))),
  ).toEqual([...[false, false, false]])
})

test.each<[Error | undefined, string, boolean]>([
  [serverError(403), 'none', true],
  [serverError(403), 'cached', false],
  [serverError(500), 'none', false],
  [new UsageError('the limit'), 'none', true],
  [new UsageError('the limit'), 'complete', false],
  [undefined, 'none', false],
])('a view with %s and data %s has no rows for lack of a right: %s', (error, data, expected) => {
  expect(isDeniedStatus(withError(error, data))).toBe(expected)
})
