import { describe, expect, test } from 'vitest'
import { checkMessage, messageType } from './check-message.ts'

const LONG = 'x'.repeat(65_536)
const RESOURCE = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }
const HELLO = { type: 'hello', baseUrl: 'https://x', hasToken: false }
const SUBSCRIBE = { type: 'subscribe', id: 1, subscription: { resource: 'pods' } }
const RELATE = { type: 'relate', id: 1, related: { root: {} } }
const call = (type: string, verb: string, more: object = {}) => ({ type, id: 1, verb, ...more })
const ofResource = (type: string, ...verbs: string[]) =>
  verbs.map(verb => call(type, verb, { resource: 'pods' }))

const VALID: readonly object[] = [
  HELLO,
  ...['omit', 'same-origin', 'include'].map(credentials => ({ ...HELLO, credentials })),
  { ...HELLO, identity: 'a', lock: 'b', fieldManager: 'c', hasNamespaces: true, hasToken: true },
  { ...HELLO, baseUrl: LONG },
  SUBSCRIBE,
  { ...SUBSCRIBE, id: -7, shownResourceVersion: '5', shownVersions: { a: '5' }, hydratedRows: [] },
  ...[
    { resource: RESOURCE },
    { resource: LONG },
    { resource: 'pods', form: 'table', scope: {}, slice: {} },
  ].map(subscription => ({ ...SUBSCRIBE, subscription })),
  RELATE,
  { ...RELATE, shownVersions: {} },
  { type: 'unsubscribe', id: 1 },
  { type: 'cancel', id: 1 },
  ...['ack', 'ping', 'wake', 'signOut', 'goodbye'].map(type => ({ type })),
  ...ofResource(
    'clientCall',
    'get',
    'list',
    'create',
    'replace',
    'patch',
    'apply',
    'delete',
    'deleteCollection',
  ),
  ...ofResource('streamCall', 'watch'),
  ...['request', 'read', 'close'].map(verb => call('streamCall', verb)),
  ...ofResource('hostCall', 'access', 'mutate', 'waitFor'),
  call('hostCall', 'discovery'),
  call('hostCall', 'snapshot', { subscription: { resource: 'pods' } }),
  call('hostCall', 'schema', { kind: { group: '', version: 'v1', kind: 'Pod' } }),
  { type: 'token', id: 1 },
  { type: 'token', id: 1, token: LONG, error: 7 },
  { type: 'namespaces', id: 1, names: ['a'], error: undefined },
]

test.each(VALID)('%j is a message', message => {
  expect(checkMessage(message)).toBe(message)
})

describe('a message with a member that is not valid', () => {
  test.each<[string, object]>([
    ['baseUrl', { ...HELLO, baseUrl: undefined }],
    ['baseUrl', { ...HELLO, baseUrl: `${LONG}x` }],
    ['hasToken', { ...HELLO, hasToken: 'yes' }],
    ['identity', { ...HELLO, identity: 7 }],
    ['lock', { ...HELLO, lock: null }],
    ['credentials', { ...HELLO, credentials: 'all' }],
    ['fieldManager', { ...HELLO, fieldManager: {} }],
    ['hasNamespaces', { ...HELLO, hasNamespaces: 1 }],
    ['id', { ...SUBSCRIBE, id: 1.5 }],
    ['id', { ...SUBSCRIBE, id: '1' }],
    ['subscription', { ...SUBSCRIBE, subscription: null }],
    ['subscription', { ...SUBSCRIBE, subscription: { resource: null } }],
    ['subscription', { ...SUBSCRIBE, subscription: { resource: { plural: 7 } } }],
    ['subscription', { ...SUBSCRIBE, subscription: { resource: 'pods', form: 'tree' } }],
    ['subscription', { ...SUBSCRIBE, subscription: { resource: 'pods', scope: 'a' } }],
    ['subscription', { ...SUBSCRIBE, subscription: { resource: 'pods', slice: null } }],
    ['shownResourceVersion', { ...SUBSCRIBE, shownResourceVersion: 5 }],
    ['shownVersions', { ...SUBSCRIBE, shownVersions: '5' }],
    ['hydratedRows', { ...SUBSCRIBE, hydratedRows: {} }],
    ['related', { ...RELATE, related: {} }],
    ['related', { ...RELATE, related: { root: 'pods' } }],
    ['related', { ...RELATE, related: null }],
    ['shownVersions', { ...RELATE, shownVersions: 'a' }],
    ['id', { type: 'unsubscribe' }],
    ['id', { type: 'cancel', id: Number.NaN }],
    ['verb', call('clientCall', 'watch', { resource: 'pods' })],
    ['verb', call('clientCall', 'toString')],
    ['verb', { type: 'hostCall', id: 1, verb: 7 }],
    ['id', { type: 'hostCall', verb: 'discovery' }],
    ['resource', call('clientCall', 'get')],
    ['resource', call('streamCall', 'watch', { resource: {} })],
    ['subscription', call('hostCall', 'snapshot')],
    ['kind', call('hostCall', 'schema')],
    ['kind', call('hostCall', 'schema', { kind: { group: '', version: 'v1' } })],
    ['kind', call('hostCall', 'schema', { kind: null })],
    ['token', { type: 'token', id: 1, token: `${LONG}x` }],
    ['error', { type: 'namespaces', id: 1, names: [], error: `${LONG}x` }],
  ])('%s is refused by its name: %j', (name, message) => {
    const { type } = message as { readonly type: string }
    expect(() => checkMessage(message)).toThrow(
      `the page has sent a malformed message: ${type} with an invalid ${name}`,
    )
  })
})

test.each([undefined, null, 'ping', 7, {}, { type: 7 }, { type: 'other' }, { type: 'toString' }])(
  '%j is not a message of the protocol',
  message => {
    expect(() => checkMessage(message)).toThrow('the page has sent a message that is not of this protocol')
  },
)

test.each([
  [{ type: 'any' }, 'any'],
  [{}, undefined],
  [null, undefined],
  ['text', undefined],
])('the type of %j is %s', (message, type) => {
  expect(messageType(message)).toBe(type)
})
