import { UsageError } from '@kube-informer/core'
import { afterEach, expect, test, vi } from 'vitest'
import { denoUpgrade, workerdUpgrade } from './upgrades.ts'

const REQUEST = new Request('http://fake/')

afterEach(() => void vi.unstubAllGlobals())

test('elsewhere the upgrades say where they work', () => {
  expect(() => denoUpgrade(REQUEST, undefined)).toThrow(UsageError)
  expect(() => workerdUpgrade(REQUEST, undefined)).toThrow(UsageError)
})

test('Deno upgrades the request with the protocol, if there is one', () => {
  const upgraded = { socket: {}, response: new Response() }
  const upgradeWebSocket = vi.fn(() => upgraded)
  vi.stubGlobal('Deno', { upgradeWebSocket })
  expect(denoUpgrade(REQUEST, undefined)).toBe(upgraded)
  void denoUpgrade(REQUEST, 'p')
  expect(upgradeWebSocket.mock.calls).toEqual([
    [REQUEST, {}],
    [REQUEST, { protocol: 'p' }],
  ])
})

test('a worker of Cloudflare accepts one socket of a pair, and answers with the other', async () => {
  const accept = vi.fn()
  const client = {}
  vi.stubGlobal('WebSocketPair', function Pair(this: Record<number, unknown>) {
    this[0] = client
    this[1] = { accept }
  })
  // Node's Response refuses the status 101.
  const inits: unknown[] = []
  vi.stubGlobal('Response', function Answer(_: unknown, init: unknown) {
    inits.push(init)
  })
  const { socket } = await workerdUpgrade(REQUEST, undefined)
  await workerdUpgrade(REQUEST, 'p')
  expect(socket).toEqual({ accept })
  expect(accept).toHaveBeenCalledTimes(2)
  expect(inits).toEqual([
    { status: 101, webSocket: client },
    { status: 101, webSocket: client, headers: { 'Sec-WebSocket-Protocol': 'p' } },
  ])
})
