import { expect, test } from 'vitest'
import { asksForWebSocket, asksForWebSocketWatch, handshakeError, subprotocolsOf } from './handshake.ts'
import { readSubprotocols } from './subprotocols.ts'

const headed = (headers: Readonly<Record<string, string>>) => ({ headers: new Headers(headers) })
const tokenOf = (bytes: Uint8Array | string) =>
  `base64url.bearer.authorization.k8s.io.${Buffer.from(bytes).toString('base64url')}`

test.each([
  [undefined, false],
  ['', false],
  ['h2c', false],
  ['websocket', true],
  ['h2c, WebSocket ', true],
  ['websockets', false],
])('the header Upgrade %j asks for a WebSocket: %s', (upgrade, expected) => {
  expect(asksForWebSocket(headed(upgrade === undefined ? {} : { Upgrade: upgrade }))).toBe(expected)
})

test.each([
  ['/api/v1/pods?watch=1', 'websocket', true],
  ['/api/v1/watch/pods', 'websocket', true],
  ['/api/v1/pods', 'websocket', false],
  ['/api/v1/pods?watch=0', 'websocket', false],
  ['/api/v1/pods?watch=1', 'h2c', false],
  ['/api/v1/watch/pods', 'h2c', false],
])('%s with Upgrade: %s is a watch over WebSocket: %s', (path, upgrade, expected) => {
  expect(asksForWebSocketWatch(headed({ Upgrade: upgrade }), new URL(path, 'http://x'))).toBe(expected)
})

test.each([
  [null, { others: [] }],
  [undefined, { others: [] }],
  ['', { others: [] }],
  [' a , ,b', { others: ['a', 'b'] }],
  [`${tokenOf('secret')}, a`, { token: 'secret', others: ['a'] }],
  [`a,${tokenOf('secret')}`, { token: 'secret', others: ['a'] }],
  [tokenOf('secret'), undefined],
  [`${tokenOf('secret')},${tokenOf('other')},a`, undefined],
  [`${tokenOf('')},a`, undefined],
  [`${tokenOf('x')}==,a`, undefined],
  [`${tokenOf(new Uint8Array([0xff]))},a`, undefined],
])('the subprotocols %j', (header, expected) => {
  expect(readSubprotocols(header)).toEqual(expected)
})

test('the subprotocols of a request', () => {
  expect(subprotocolsOf(headed({ 'Sec-WebSocket-Protocol': 'a' }))).toEqual({ others: ['a'] })
  expect(subprotocolsOf(headed({}))).toEqual({ others: [] })
})

const GOOD = { Origin: 'https://x', 'Sec-WebSocket-Key': 'k', 'Sec-WebSocket-Version': '13' }

test.each<[string, Record<string, string>, readonly string[], readonly [number, string] | undefined]>([
  ['that is valid', GOOD, [], undefined],
  ['with one subprotocol', GOOD, ['a'], undefined],
  ['with two subprotocols', GOOD, ['a', 'b'], [400, 'missing or bad WebSocket-Protocol']],
  ['without a key', { ...GOOD, 'Sec-WebSocket-Key': '' }, [], [400, 'mismatch challenge/response']],
  [
    'of another version',
    { ...GOOD, 'Sec-WebSocket-Version': '8' },
    [],
    [400, 'missing or bad WebSocket Version'],
  ],
  ['without an Origin', { ...GOOD, Origin: '' }, [], [403, '']],
  ['without anything', {}, ['a', 'b'], [400, 'mismatch challenge/response']],
])('a handshake %s', async (_, headers, protocols, expected) => {
  const response = handshakeError(headed(headers), protocols)
  expect(response && [response.status, await response.text()]).toEqual(expected)
  if (expected?.[1].endsWith('Version')) expect(response?.headers.get('Sec-WebSocket-Version')).toBe('13')
})
