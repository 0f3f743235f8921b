import { deployments, pods } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { HeldSocket } from '../../test/held-socket.ts'
import type { NodeAddress } from '../node-address.ts'
import { SeenIdentity } from './seen-identity.ts'
import { sleepNotices } from './sleep-notices.ts'
import { sendBookmarks } from './sleeping-bookmarks.ts'

const leaf: NodeAddress = { cluster: '', leaves: 1, fanout: 2, node: { level: 0, index: 0 }, resource: '' }

/** A reader with the path of its watch, and its position. */
const readerOf = (path: string, resourceVersion = '7') => ({
  socket: new HeldSocket(),
  stored: {
    ...{ path, accept: '', origin: '', identity: { username: 'alice' }, resourceVersion },
    ...{ validUntil: 0, sent: 0, checkAt: 0, failures: 0 },
  },
})
const noticesOf = (readers: readonly ReturnType<typeof readerOf>[], namespace = '', isRenewal = false) =>
  Object.fromEntries(sleepNotices(readers, { leaf, isRenewal, namespaceOf: () => namespace }))

describe('what a leaf notifies its parents of', () => {
  test('is the watch of each view, once, from the position of its readers', () => {
    const readers = [
      readerOf('/api/v1/pods?watch=1&resourceVersion=1&timeoutSeconds=5'),
      readerOf('/api/v1/pods?watch=1&allowWatchBookmarks=1'),
      readerOf('/api/v1/namespaces/a/pods?watch=1&labelSelector=x%3Dy&fieldSelector=spec.nodeName%3Dn', '6'),
    ]
    expect(noticesOf(readers)).toEqual({
      'v1/pods': {
        leaf,
        isRenewal: false,
        watches: [
          '/api/v1/pods?watch=1&resourceVersion=7',
          '/api/v1/namespaces/a/pods?watch=1&resourceVersion=6&labelSelector=x%3Dy&fieldSelector=spec.nodeName%3Dn',
        ],
        all: '/api/v1/pods?watch=1&resourceVersion=6',
      },
    })
  })

  test.each([
    [['9', '10'], '9'],
    [['10', '9'], '9'],
    [['10', '10'], '10'],
  ])('of readers at %j includes everything from %s', (versions, oldest) => {
    const readers = versions.map(version => readerOf('/api/v1/pods?watch=1', version))
    expect(noticesOf(readers)['v1/pods']?.all).toBe(`/api/v1/pods?watch=1&resourceVersion=${oldest}`)
  })

  test('is separate for each resource, in the namespace that is cached', () => {
    const notices = noticesOf(
      [readerOf('/apis/apps/v1/deployments?watch=1'), readerOf('/api/v1/pods?watch=1'), readerOf('/healthz')],
      'a b',
      true,
    )
    expect(Object.entries(notices).map(([name, { all, isRenewal }]) => [name, all, isRenewal])).toEqual([
      ['apps/v1/deployments', '/apis/apps/v1/namespaces/a%20b/deployments?watch=1&resourceVersion=7', true],
      ['v1/pods', '/api/v1/namespaces/a%20b/pods?watch=1&resourceVersion=7', true],
    ])
  })

  test.each([
    [200, 200],
    [201, 1],
  ])('of %i views has %i watches', (views, watches) => {
    const readers = Array.from({ length: views }, (_, index) =>
      readerOf(`/api/v1/namespaces/n${index}/pods?watch=1`),
    )
    const notice = noticesOf(readers)['v1/pods']
    expect(notice?.watches).toHaveLength(watches)
    if (watches === 1) expect(notice?.watches).toEqual([notice?.all])
  })
})

describe('a bookmark', () => {
  test('is sent to each sleeping reader that allows it, with its position', () => {
    const readers = [
      ...['allowWatchBookmarks=1', 'allowWatchBookmarks=true', 'allowWatchBookmarks=T'],
      ...['allowWatchBookmarks=0', 'allowWatchBookmarks=yes', ''],
    ].map(query => readerOf(`/api/v1/pods?watch=1&${query}`))
    sendBookmarks(readers, [{ resource: pods }])
    expect(readers.map(({ socket }) => socket.sent.length)).toEqual([1, 1, 1, 0, 0, 0])
    expect(readers[0]?.socket.sent[0]).toBe(
      '{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"7"}}}\n',
    )
  })

  test('has the type of its resource; there is none for what is not cached', () => {
    const query = '?watch=1&allowWatchBookmarks=1'
    const readers = ['/apis/apps/v1/deployments', '/api/v1/services', '/healthz'].map(path =>
      readerOf(path + query),
    )
    sendBookmarks(readers, [{ resource: pods }, { resource: deployments }])
    expect(readers.map(({ socket }) => socket.sent.map(text => JSON.parse(text).object.apiVersion))).toEqual([
      ['apps/v1'],
      [],
      [],
    ])
  })

  test('that a socket refuses is not an error', () => {
    const reader = readerOf('/api/v1/pods?watch=1&allowWatchBookmarks=1')
    reader.socket.send = () => {
      throw new Error('closed')
    }
    expect(() => sendBookmarks([reader], [{ resource: pods }])).not.toThrow()
  })
})

test.each([
  [{}, 1500],
  [{ checkedUntil: 1200 }, 1200],
  [{ expiresAt: 1100 }, 1100],
  [{ checkedUntil: 1200, expiresAt: 1300 }, 1200],
  [{ checkedUntil: Number.POSITIVE_INFINITY }, Number.MAX_SAFE_INTEGER],
])('an identity with %o holds until %i', (times, until) => {
  const seen = new SeenIdentity(() => 1000, 500)
  expect([seen.identity, seen.validUntil]).toEqual([undefined, 0])
  const identity = { username: 'alice', ...times }
  seen.set(identity)
  expect([seen.identity, seen.validUntil]).toEqual([identity, until])
})
