import {
  type InformerStatus,
  isForbidden,
  isUnexpectedServerError,
  StatusError,
  UsageError,
} from '@kube-informer/core'
import { expect, test } from 'vitest'
import { isDenied } from './denials.ts'
import { unionStatus } from './union-status.ts'

const counters = { objects: 2, events: 1, relists: 0, restarts: 0, bytes: 10 }
const status = (given: Partial<InformerStatus> = {}): InformerStatus => ({
  data: 'complete',
  link: 'live',
  resourceVersion: '5',
  counters,
  ...given,
})
const forbidden = (namespace: string) =>
  new StatusError({ code: 403, reason: 'Forbidden', message: `no pods in ${namespace}` }, `list ${namespace}`)
const denied = (namespace: string) => status({ data: 'none', link: 'retrying', error: forbidden(namespace) })
const failed = status({ data: 'none', link: 'retrying', error: new Error('busy') })

test('data is the least complete of the informers that have not failed', () => {
  const data = (...members: InformerStatus[]) => unionStatus(members, false).data
  expect(data(status(), status())).toBe('complete')
  expect(data(status(), status({ data: 'cached' }))).toBe('cached')
  expect(data(status(), status({ data: 'none' }))).toBe('none')
  expect(data(status(), denied('a'))).toBe('complete')
  expect(data(status(), failed)).toBe('complete')
  expect(data(denied('a'), failed)).toBe('none')
  expect(data()).toBe('none')
})

test('once rows are shown, a new informer does not hold them back', () => {
  expect(unionStatus([status(), status({ data: 'none' })], true).data).toBe('complete')
})

test('link is the worst, the resourceVersion the newest, counters are sums', () => {
  expect(unionStatus([status({ resourceVersion: '9' }), status({ link: 'retrying' })], false)).toMatchObject({
    link: 'retrying',
    resourceVersion: '9',
    counters: { objects: 4, events: 2, bytes: 20 },
  })
})

test('one error is reported as it is; several are named, and keep a common code', () => {
  const one = denied('a')
  expect(unionStatus([status(), one], false).error).toBe(one.error)
  const names = ['a', 'b', 'c', 'd']
  const { error } = unionStatus([status(), ...names.map(denied)], false)
  expect(isForbidden(error)).toBe(true)
  expect(error?.message).toBe(
    '4 of 5 namespaces failed: list a: no pods in a; list b: no pods in b; list c: no pods in c; and 1 more',
  )
  expect(isForbidden(unionStatus([denied('a'), failed], false).error)).toBe(false)
})

test('once rows were shown, a union without any is denied if one namespace is', () => {
  const { data, error } = unionStatus([failed, denied('a')], true)
  expect([data, isForbidden(error)]).toEqual(['none', true])
  expect(error?.message).toBe('2 of 2 namespaces failed: busy; list a: no pods in a')
  expect(isForbidden(unionStatus([failed, failed], true).error)).toBe(false)
  expect(isForbidden(unionStatus([failed, denied('a'), status()], true).error)).toBe(false)
})

test('denials with different codes have one of them', () => {
  const rejected = new StatusError({ code: 401, reason: 'Unauthorized', message: 'who?' }, 'list b')
  const { error } = unionStatus([denied('a'), status({ data: 'none', error: rejected })], false)
  expect(isForbidden(error)).toBe(true)
  expect(error?.message).toBe('2 of 2 namespaces failed: list a: no pods in a; list b: who?')
})

test('a union is not forbidden while the first list of a namespace is awaited', () => {
  const { error } = unionStatus([denied('a'), status({ data: 'none', link: 'connecting' })], false)
  expect(isForbidden(error)).toBe(false)
  expect(error?.message).toBe('list a: no pods in a')
})

test('errors with one message are named once, and stay UsageErrors', () => {
  const refused = status({ data: 'none', link: 'stopped', error: new UsageError('too many') })
  const { error } = unionStatus([status(), refused, refused], false)
  expect([error instanceof UsageError, error?.message]).toEqual([true, '2 of 3 namespaces failed: too many'])
})

test('T-ANS-8: the pages of a gateway, and one beside a denial, are no denial of all', () => {
  const page = (namespace: string) => {
    const details = { causes: [{ reason: 'UnexpectedServerResponse' }] }
    const error = new StatusError({ code: 403, reason: 'Forbidden', message: namespace, details })
    return status({ link: 'retrying', error })
  }
  for (const members of [
    [page('a'), page('b')],
    [page('a'), denied('b')],
    [denied('a'), page('b')],
  ]) {
    const { error } = unionStatus(members, true)
    expect([isForbidden(error), isUnexpectedServerError(error), isDenied(error)]).toEqual([true, true, false])
  }
})
