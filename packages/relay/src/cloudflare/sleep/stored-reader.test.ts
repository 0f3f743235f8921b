import { expect, test } from 'vitest'
import { HeldSocket } from '../../test/held-socket.ts'
import { SeenIdentity } from './seen-identity.ts'
import {
  isStorable,
  newReader,
  positionOf,
  resumingRequest,
  sleepingReaders,
  storeReader,
} from './stored-reader.ts'

const NOW = 1_000_000
const clock = { now: () => NOW }

const seen = (checkedUntil: number) => {
  const identity = new SeenIdentity(clock.now, 60_000)
  identity.set({ username: 'alice', groups: ['a'], checkedUntil })
  return identity
}

const readerOf = (query: string, validUntil = Number.POSITIVE_INFINITY) =>
  newReader(
    new Request(`https://relay.example/api/v1/pods?watch=1${query}`, {
      headers: { Origin: 'https://app.example', Accept: 'application/json', Authorization: 'Bearer secret' },
    }),
    seen(validUntil),
  )

const resumed = (query: string, validUntil?: number) => {
  const stored = { ...readerOf(query, validUntil), resourceVersion: '70' }
  const request = resumingRequest({ socket: new HeldSocket(), stored }, clock)
  return request && new URL(request.url)
}

test('a watch continues from the position of its reader, with its selectors, and without initial events', () => {
  const url = resumed(
    '&resourceVersion=5&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&labelSelector=a%3Db',
  )
  expect(url?.pathname).toBe('/api/v1/pods')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    watch: '1',
    resourceVersion: '70',
    labelSelector: 'a=b',
  })
})

test.each([
  ['the timeout of the reader', '&timeoutSeconds=300', Number.POSITIVE_INFINITY, '300'],
  ['the end of the identity', '', NOW + 90_900, '90'],
  ['the earlier of both', '&timeoutSeconds=300', NOW + 90_000, '90'],
])('a continued watch ends at %s', (_title, query, validUntil, expected) => {
  expect(resumed(query, validUntil)?.searchParams.get('timeoutSeconds')).toBe(expected)
})

test.each([
  ['', 3_599_999, '3599'],
  ['', 3_600_000, null],
  ['&timeoutSeconds=300', 300_000, '300'],
  ['&timeoutSeconds=0', 1000, '1'],
])(
  'with the query %j, and an identity that holds for %d ms, it ends after %s seconds',
  (query, ms, expected) => {
    expect(resumed(query, NOW + ms)?.searchParams.get('timeoutSeconds')).toBe(expected)
  },
)

test('a new reader has the headers that its watch needs, and the defaults of a browser', () => {
  const request = new Request('https://relay.example/api/v1/pods?watch=1', {
    headers: { Origin: 'https://app.example', Accept: 'application/yaml' },
  })
  const times = { validUntil: 0, sent: 0, checkAt: 0, failures: 0 }
  const unknown = { username: '', uid: undefined, groups: undefined, extra: undefined }
  const seenBy = new SeenIdentity(clock.now, 60_000)
  expect(newReader(request, seenBy)).toEqual({
    ...{ path: '/api/v1/pods?watch=1', accept: 'application/yaml', origin: 'https://app.example' },
    ...{ identity: unknown, ...times },
  })
  expect(newReader(new Request('https://relay.example/'), seenBy)).toMatchObject({
    ...{ path: '/', accept: 'application/json', origin: '' },
  })
})

test('the request that continues a watch has the headers of the reader', () => {
  const stored = { ...readerOf(''), resourceVersion: '70' }
  const { headers } = resumingRequest({ socket: new HeldSocket(), stored }, clock) ?? new Request('https://x')
  expect([headers.get('Accept'), headers.get('Origin')]).toEqual(['application/json', 'https://app.example'])
})

test('what is no reader is closed', () => {
  const sockets = [undefined, 7, {}].map(attachment => Object.assign(new HeldSocket(), { attachment }))
  expect(sleepingReaders(sockets)).toEqual([])
  expect(sockets.map(({ closedWith }) => closedWith)).toEqual([1000, 1000, 1000])
})

test.each([
  ['a', 1800, true],
  ['a', 1801, false],
  ['ÿ', 1800, true],
  ['Ā', 900, true],
  ['Ā', 901, false],
])('with texts of %j, a reader of %d characters is storable: %s', (character, length, expected) => {
  const bare = { ...readerOf(''), origin: '' }
  const origin = character.repeat(length - JSON.stringify(bare).length)
  expect(isStorable({ ...bare, origin })).toBe(expected)
})

test('a watch whose time is over does not continue', () => {
  expect(resumed('', NOW + 999)).toBeUndefined()
})

test('a reader that asked for a later resourceVersion than that of the cache has its own position', () => {
  expect(positionOf(readerOf('&resourceVersion=90'), '80')).toBe('90')
  expect(positionOf(readerOf('&resourceVersion=0090'), '80')).toBe('90')
  expect(positionOf(readerOf('&resourceVersion=9'), '80')).toBe('80')
  expect(positionOf(readerOf(''), '80')).toBe('80')
})

test('a reader survives its storage, with infinite times, and without its token', () => {
  const [asleep, awake] = [new HeldSocket(), new HeldSocket()]
  storeReader(asleep, { ...readerOf(''), resourceVersion: '7' })
  storeReader(awake, readerOf(''))
  expect(String(asleep.attachment)).not.toContain('secret')
  const [reader, ...others] = sleepingReaders([asleep, awake])
  expect(others).toEqual([])
  expect(reader?.stored).toMatchObject({
    resourceVersion: '7',
    identity: { username: 'alice', groups: ['a'] },
  })
  expect(reader?.stored.validUntil).toBe(Number.MAX_SAFE_INTEGER)
  expect([asleep.closedWith, awake.closedWith]).toEqual([undefined, 1000])
})

test('a reader with many groups, long selectors, or of tables is not storable', () => {
  expect(isStorable(readerOf(''))).toBe(true)
  expect(isStorable(readerOf(`&labelSelector=${'a'.repeat(2000)}`))).toBe(false)
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
  expect(isStorable({ ...readerOf(''), accept })).toBe(false)
})
