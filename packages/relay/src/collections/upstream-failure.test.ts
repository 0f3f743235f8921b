import { ConnectionError, StatusError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { upstreamFailure } from './upstream-failure.ts'

const rejection = (code: number, hasStatus: boolean) =>
  new StatusError({
    ...{ code, message: 'Attention required' },
    ...(!hasStatus && { details: { causes: [{ reason: 'UnexpectedServerResponse' }] } }),
  })

test.each([401, 403])('a %i concerns the credentials of the relay, not those of its reader', code => {
  for (const hasStatus of [true, false])
    expect(upstreamFailure(rejection(code, hasStatus))).toMatchObject({ code: 503 })
})

test.each([404, 409, 410])('T-ANS-8: a %i reaches a reader only if the server has sent it', code => {
  const error = rejection(code, true)
  expect(upstreamFailure(error)).toBe(error)
  expect(upstreamFailure(rejection(code, false))).toMatchObject({
    code: 502,
    status: { reason: 'InternalError' },
  })
})

test.each([429, 500, 503])('a %i of a gateway reaches a reader: it is to come back later', code => {
  const error = rejection(code, false)
  expect(upstreamFailure(error)).toBe(error)
})

test('a lost connection is a 503', () => {
  expect(upstreamFailure(new ConnectionError('down'))).toMatchObject({ code: 503 })
})
