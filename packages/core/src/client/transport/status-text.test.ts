import { expect, test } from 'vitest'
import { Redactor } from '../../api/redactor.ts'
import { redactedStatus } from './status-text.ts'

const SECRET = 'c2VjcmV0LXRva2Vu'
const redactorOf = (...secrets: readonly string[]): Redactor => {
  const redactor = new Redactor()
  for (const secret of secrets) redactor.add('Authorization', `Bearer ${secret}`)
  return redactor
}
const status = {
  ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 404, reason: 'NotFound' },
  message: `no ${SECRET} here`,
  details: { name: SECRET, causes: [{ reason: 'x', message: SECRET, field: 'spec' }], retryAfterSeconds: 3 },
}

test('a Status is reduced to its known members', () => {
  const more = {
    ...status,
    token: 'x',
    details: { ...status.details, other: 1, causes: [{ field: 'a', more: 'b' }] },
  }
  const { details, ...rest } = status
  expect(redactedStatus(undefined)(more)).toEqual({
    ...rest,
    details: { ...details, causes: [{ field: 'a' }] },
  })
})

test('credentials of the request are removed from its texts, however deep they are', () => {
  const text = JSON.stringify(redactedStatus(redactorOf(SECRET))(status))
  expect(text).not.toContain(SECRET)
  expect(redactedStatus(redactorOf(SECRET))(status)).toMatchObject({
    code: 404,
    details: { retryAfterSeconds: 3 },
  })
  expect(redactedStatus(undefined)(status)).toEqual(status)
})

test('the words that programs read stay, although a credential equals one of them', () => {
  const words = ['Status', 'Failure', 'NotFound', 'v1']
  expect(redactedStatus(redactorOf(...words))(status)).toMatchObject({
    ...{ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound' },
  })
})
