import { StatusError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { isLegacyWatch } from './legacy-watch.ts'
import { asksForWatch, checkListRevision, parseLegacyWatchQuery, parseListQuery } from './list-query.ts'
import { legacyWatchQuery } from './read-call.ts'

const parse = (query: string, watchList?: boolean) =>
  parseListQuery(new URLSearchParams(query), { watchList })

/** The code and the message of what is refused. */
function rejectionOf(run: () => unknown): readonly [code: number, message: string] | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return [error.code, error.message.replace('ListOptions.meta.k8s.io "" is invalid: ', '')]
  }
}

const EMPTY = {
  watch: false,
  limit: 0,
  continue: '',
  resourceVersion: '',
  resourceVersionMatch: '',
  sendInitialEvents: undefined,
  allowWatchBookmarks: false,
  timeoutSeconds: undefined,
  labelSelector: '',
  fieldSelector: '',
}

test('a query without parameters lists everything', () => {
  expect(parse('')).toEqual(EMPTY)
})

test('each parameter', () => {
  const list = 'limit=5&continue=c&resourceVersion=7&timeoutSeconds=3&labelSelector=a&fieldSelector=b'
  expect(parse(list)).toEqual({
    ...EMPTY,
    ...{
      limit: 5,
      continue: 'c',
      resourceVersion: '7',
      timeoutSeconds: 3,
      labelSelector: 'a',
      fieldSelector: 'b',
    },
  })
  expect(parse('limit=-5&timeoutSeconds=%2B3')).toMatchObject({ limit: 0, timeoutSeconds: 3 })
  const watch =
    'watch=1&resourceVersion=7&resourceVersionMatch=NotOlderThan&sendInitialEvents=0&allowWatchBookmarks'
  expect(parse(watch)).toMatchObject({
    ...{
      watch: true,
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: false,
      allowWatchBookmarks: true,
    },
  })
})

test.each([
  ['', false],
  ['watch=0', false],
  ['watch=False', false],
  ['watch', true],
  ['watch=', true],
  ['watch=yes', true],
])('whether "%s" is a watch: %s', (query, expected) => {
  expect(asksForWatch(new URLSearchParams(query))).toBe(expected)
})

test('a watch without a resourceVersion, or from 0, begins with the state, if the server knows that', () => {
  const initial = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
  const none = { sendInitialEvents: undefined, resourceVersionMatch: '' }
  expect(parse('watch=1')).toMatchObject(initial)
  expect(parse('watch=1&resourceVersion=0')).toMatchObject(initial)
  expect(parse('watch=1&resourceVersion=1')).toMatchObject(none)
  expect(parse('resourceVersion=0')).toMatchObject(none)
  expect(parse('watch=1', false)).toMatchObject(none)
  expect(parse('watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan').sendInitialEvents).toBe(
    false,
  )
})

const MATCH = 'resourceVersionMatch'
const NEEDS_VERSION = `${MATCH}: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided`
const NO_CONTINUE = `${MATCH}: Forbidden: resourceVersionMatch is forbidden when continue is provided`
const NEEDS_MATCH = `${MATCH}: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`
const NEEDS_INITIAL = `${MATCH}: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`

test.each([
  ['resourceVersionMatch=Exact', NEEDS_VERSION],
  ['resourceVersionMatch=Exact&resourceVersion=1&continue=c', NO_CONTINUE],
  [
    'resourceVersionMatch=X&resourceVersion=1',
    `${MATCH}: Unsupported value: "X": supported values: "Exact", "NotOlderThan", ""`,
  ],
  [
    'resourceVersionMatch=Exact&resourceVersion=0',
    `${MATCH}: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"`,
  ],
  ['sendInitialEvents=false', 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list'],
  ['watch=1&sendInitialEvents=true', NEEDS_MATCH],
  ['watch=1&resourceVersion=1&resourceVersionMatch=NotOlderThan', NEEDS_INITIAL],
  [
    'watch=1&resourceVersion=1&resourceVersionMatch=Exact',
    `[${NEEDS_INITIAL}, ${MATCH}: Unsupported value: "Exact": supported values: "NotOlderThan"]`,
  ],
  ['watch=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan&continue=c', NO_CONTINUE],
])('%s is refused', (query, message) => {
  expect(rejectionOf(() => parse(query))).toEqual([422, message])
})

test.each([
  'resourceVersionMatch=Exact&resourceVersion=1',
  'resourceVersionMatch=NotOlderThan&resourceVersion=0',
  'watch=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan',
])('%s is valid', query => {
  expect(rejectionOf(() => parse(query))).toBeUndefined()
})

test('initial events need a server that has them', () => {
  const query = 'watch=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan'
  expect(rejectionOf(() => parse(query, false))?.[1]).toBe(
    'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
  )
})

test.each([
  ['limit=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
  ['limit=', 'strconv.ParseInt: parsing "": invalid syntax'],
  ['timeoutSeconds=1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  ['limit=9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
  [`limit=${'0'.repeat(101)}`, `strconv.ParseInt: parsing "${'0'.repeat(101)}": value out of range`],
])('the number %s is refused', (query, message) => {
  expect(rejectionOf(() => parse(query))).toEqual([400, message])
})

test('the largest number and the longest text of one are accepted', () => {
  expect(parse('limit=9223372036854775807').limit).toBe(2 ** 63)
  expect(parse(`limit=${'1'.padStart(100, '0')}`).limit).toBe(1)
})

test('the resourceVersion of a list is a number', () => {
  expect(rejectionOf(() => checkListRevision('12'))).toBeUndefined()
  expect(rejectionOf(() => checkListRevision('x'))?.[0]).toBe(400)
  expect(rejectionOf(() => checkListRevision('x'))?.[1]).toMatch(/^invalid resource version: /)
})

test('the deprecated paths of watches', () => {
  const paths = [
    '/api/v1/watch/pods',
    '/apis/apps/v1/watch/namespaces/a/deployments',
    '/api/v1/pods',
    '/x/api/v1/watch/pods',
    '/apis/v1/watch/',
  ]
  expect(paths.map(isLegacyWatch)).toEqual([true, true, false, false, false])
})

test('a deprecated path watches, is validated as a list, and its name is a field selector', () => {
  const call = (name: string, query = '') => {
    const { signal } = new AbortController()
    return legacyWatchQuery({ namespace: '', name, query: new URLSearchParams(query), accept: null, signal })
  }
  expect(parseLegacyWatchQuery(new URLSearchParams(''))).toEqual({ ...EMPTY, watch: true })
  expect(rejectionOf(() => call('', 'sendInitialEvents=1'))?.[0]).toBe(422)
  expect(call('', 'fieldSelector=a=b')).toMatchObject({ watch: true, fieldSelector: 'a=b' })
  expect(call('x').fieldSelector).toBe('metadata.name=x')
  expect(call('x', 'fieldSelector=a%3Db').fieldSelector).toBe('a=b,metadata.name=x')
  expect(call('x', 'fieldSelector=metadata.name%3D%3Dx').fieldSelector).toBe(
    'metadata.name==x,metadata.name=x',
  )
  expect(rejectionOf(() => call('x', 'fieldSelector=a%3Db,metadata.name%3Dy'))).toEqual([
    400,
    "fieldSelector metadata.name doesn't match requested name",
  ])
})
