import { ConnectionError, UsageError } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import type { RelatedStatus } from '../../api/related.ts'
import {
  invalidRequest,
  isKnown,
  relatedStatus,
  type SourceStatus,
  sameRelatedStatus,
  toWireRelatedStatus,
} from './related-status.ts'

const down = new ConnectionError('down')

/** `pods none live`: the status of a resource; with an error after `!`. */
const source = (text: string): SourceStatus => {
  const [resource = '', data, link] = text.replace('!', '').split(' ')
  const error = text.endsWith('!') ? { error: down } : {}
  return { resource, status: { data, link, ...error } as SourceStatus['status'] }
}
const statusOf = (texts: readonly string[], isStarted = false, root = 'pods') =>
  relatedStatus(texts.map(source), root, isStarted)

describe('the data of a tree', () => {
  test.each([
    [['pods none connecting'], false, 'none'],
    [['pods none connecting'], true, 'none'],
    [['pods complete live'], false, 'complete'],
    [['pods cached live'], false, 'cached'],
    [['pods complete live', 'jobs none connecting'], false, 'none'],
    [['pods complete live', 'jobs none connecting'], true, 'complete'],
    [['pods complete live', 'jobs none retrying!'], false, 'complete'],
    [['pods complete live', 'jobs cached live'], false, 'cached'],
    [['pods cached live', 'jobs none retrying!'], false, 'cached'],
    [['pods none retrying!'], true, 'none'],
    [[], true, 'none'],
  ])('of %j, started: %s, is %s', (texts, isStarted, data) => {
    expect(statusOf(texts, isStarted).data).toBe(data)
  })

  test.each([
    [['pods none connecting'], false],
    [['pods none retrying!'], true],
    [['pods complete live'], true],
    [['pods cached live', 'jobs none connecting'], false],
    [[], true],
  ])('of %j is known: %s', (texts, expected) => {
    expect(isKnown(texts.map(source))).toBe(expected)
  })
})

describe('the link of a tree', () => {
  test.each([
    [['pods complete live'], 'live'],
    [['pods complete live', 'jobs complete connecting'], 'connecting'],
    [['pods complete retrying', 'jobs complete connecting'], 'retrying'],
    [['pods complete retrying', 'jobs complete stopped'], 'stopped'],
    [['pods complete live', 'jobs none stopped!'], 'live'],
    [['pods none stopped!', 'jobs none retrying!'], 'retrying'],
    [[], 'retrying'],
  ])('of %j is %s, the worst of those that have not failed', (texts, link) => {
    expect(statusOf(texts).link).toBe(link)
  })
})

describe('what has failed', () => {
  test('is named, and the root is the error of the tree while there is nothing of it', () => {
    const failure = (resource: string) => ({ resource, error: down })
    expect(statusOf(['pods none retrying!', 'jobs complete live'])).toMatchObject({
      error: down,
      failures: [failure('pods')],
    })
    const others = [
      statusOf(['pods complete retrying!', 'jobs none retrying!']),
      statusOf(['jobs none retrying!']),
    ]
    expect(others.map(({ error, failures }) => [error, failures])).toEqual([
      [undefined, [failure('pods'), failure('jobs')]],
      [undefined, [failure('jobs')]],
    ])
  })

  test('can be the request', () => {
    const error = new UsageError('the root has no name')
    expect(invalidRequest(error)).toEqual({ data: 'none', link: 'stopped', error, failures: [] })
    expect(invalidRequest('text').error).toEqual(new Error('text'))
  })

  test('is sent as plain data', () => {
    const failures = [{ resource: 'jobs', error: down }]
    const wire = { message: 'down', code: 'ConnectionError' }
    const status: RelatedStatus = { data: 'none', link: 'live', failures }
    expect(toWireRelatedStatus({ ...status, error: down })).toEqual({
      ...{ data: 'none', link: 'live', error: wire, failures: [{ resource: 'jobs', error: wire }] },
    })
    expect(toWireRelatedStatus(status)).not.toHaveProperty('error')
  })
})

test.each<[string, Partial<RelatedStatus>, boolean]>([
  ['equal members', {}, true],
  ['other data', { data: 'cached' }, false],
  ['another link', { link: 'retrying' }, false],
  ['an equal error', { error: new ConnectionError('down') }, true],
  ['another error', { error: new ConnectionError('other') }, false],
  ['no failure', { failures: [] }, false],
  ['an equal failure', { failures: [{ resource: 'jobs', error: new ConnectionError('down') }] }, true],
  ['a failure of another resource', { failures: [{ resource: 'pods', error: down }] }, false],
  ['another failure', { failures: [{ resource: 'jobs', error: new UsageError('down') }] }, false],
])('a status with %s is the same: %s', (_, changed, expected) => {
  const failures = [{ resource: 'jobs', error: down }]
  const status: RelatedStatus = { data: 'complete', link: 'live', error: down, failures }
  expect(sameRelatedStatus(status, { ...status, ...changed })).toBe(expected)
})
