import { expect, onTestFinished, test, vi } from 'vitest'
import type { ConnectionSettings } from './connection-settings.ts'
import { nodeConnection } from './node-connection.ts'

interface Options {
  readonly headers?: unknown
  readonly body?: unknown
}
type Dispatch = (options: Options, handler: object) => boolean

/** A package undici whose agents record what they are given; its fetch dispatches `options`. */
function stubUndici(options: Options = {}) {
  const agents: { readonly name: string; readonly options: object }[] = []
  const dispatched: { readonly options: Options; readonly handler: object }[] = []
  const endings: string[] = []
  class Agent {
    constructor(agentOptions: object) {
      agents.push({ name: new.target.name, options: agentOptions })
    }
    compose(interceptor: (dispatch: Dispatch) => Dispatch) {
      return { dispatch: interceptor((sent, handler) => dispatched.push({ options: sent, handler }) > 0) }
    }
    async close() {
      endings.push('close')
      throw new Error('already closed')
    }
    async destroy() {
      endings.push('destroy')
      throw new Error('already destroyed')
    }
  }
  class ProxyAgent extends Agent {}
  const handler = { onRequestStart: vi.fn<(controller: { abort(reason: unknown): void }) => void>() }
  const fetch = async (_url: string, { dispatcher }: { readonly dispatcher: { dispatch: Dispatch } }) => {
    dispatcher.dispatch(options, handler)
    return new Response('ok')
  }
  const immediates: (() => void)[] = []
  const modules: Readonly<Record<string, unknown>> = {
    'node:module': { createRequire: () => () => ({ fetch, Agent, ProxyAgent }) },
    'node:timers': { setImmediate: (callback: () => void) => immediates.push(callback) },
  }
  stubModules(name => modules[name])
  return { agents, dispatched, endings, handler, immediates }
}

function stubModules(getBuiltinModule: (name: string) => unknown): void {
  vi.stubGlobal('process', { ...process, getBuiltinModule })
  onTestFinished(() => void vi.unstubAllGlobals())
}

const KEY_PAIR = { certificate: 'the certificate', key: 'the key' }
const HTTP2 = { bodyTimeout: 0, allowH2: true }
test.each<[ConnectionSettings, string, object]>([
  [{}, 'Agent', { ...HTTP2, connect: { rejectUnauthorized: true } }],
  [{ insecure: true }, 'Agent', { ...HTTP2, connect: { rejectUnauthorized: false } }],
  [
    { repeatedHeaders: [['a', '1']] },
    'Agent',
    { bodyTimeout: 0, allowH2: false, connect: { rejectUnauthorized: true } },
  ],
  [
    { authority: 'CA', keyPair: KEY_PAIR, serverName: 'b', proxyUrl: 'http://p', repeatedHeaders: [] },
    'ProxyAgent',
    {
      ...HTTP2,
      uri: 'http://p',
      requestTls: {
        ...{ ca: 'CA', cert: 'the certificate', key: 'the key', servername: 'b', rejectUnauthorized: true },
      },
    },
  ],
])('the settings %j belong to one agent', (settings, name, options) => {
  const { agents } = stubUndici()
  nodeConnection(settings)
  expect(agents).toEqual([{ name, options }])
})

test.each([
  [undefined, ['x', '1', 'x', '2']],
  [{ a: 'b', c: 'd' }, ['a', 'b', 'c', 'd', 'x', '1', 'x', '2']],
  [
    ['a', 'b'],
    ['a', 'b', 'x', '1', 'x', '2'],
  ],
])('headers of one name are lines after the headers %j', async (headers, sent) => {
  const { dispatched, handler } = stubUndici({ headers, body: 'b' })
  const repeatedHeaders = [
    ['x', '1'],
    ['x', '2'],
  ] as const
  await nodeConnection({ repeatedHeaders }).fetch('https://a.example')
  expect(dispatched).toEqual([{ options: { headers: sent, body: 'b' }, handler }])
})

const BYTES = new Uint8Array([1, 2, 3])
test.each<[string, BodyInit, Uint8Array]>([
  ['text', 'é', new TextEncoder().encode('é')],
  ['a buffer', BYTES.buffer, BYTES],
  ['an array', BYTES.subarray(1), new Uint8Array([2, 3])],
])('a body that is %s is sent as a copy of its bytes', async (_, body, bytes) => {
  const { dispatched } = stubUndici({ body: 'a stream', headers: [] })
  await nodeConnection({}).fetch('https://a.example', { method: 'PUT', body })
  expect(dispatched.map(({ options }) => options)).toEqual([{ body: bytes, headers: [] }])
  expect(dispatched[0]?.options.body).not.toBe(body)
})

test('a body that can be read once is sent as it is, and a redirect may remove a body', async () => {
  const stream = stubUndici({ body: 'a stream' })
  await nodeConnection({}).fetch('https://a.example', { body: new ReadableStream() })
  expect(stream.dispatched.map(({ options }) => options)).toEqual([{ body: 'a stream' }])
  const redirected = stubUndici({ body: null })
  await nodeConnection({}).fetch('https://a.example', { body: 'text' })
  expect(redirected.dispatched.map(({ options }) => options)).toEqual([{ body: null }])
})

test('a request is not aborted in the iteration that sends it', async () => {
  const { dispatched, handler, immediates } = stubUndici()
  await nodeConnection({}).fetch('https://a.example')
  const abort = vi.fn<() => void>()
  const [sent] = dispatched as readonly { readonly handler: typeof handler }[]
  sent?.handler.onRequestStart({ abort })
  handler.onRequestStart.mock.calls[0]?.[0].abort('reason')
  expect(abort).not.toHaveBeenCalled()
  for (const callback of immediates) callback()
  expect(abort).toHaveBeenCalledTimes(1)
})

test('retiring closes the agent, and closing destroys it; errors of either do not matter', async () => {
  const { endings } = stubUndici()
  const connection = nodeConnection({})
  connection.retire()
  connection.close()
  await Promise.resolve()
  expect(endings).toEqual(['close', 'destroy'])
})

test('a Node that is too old, or without the package undici, is an error', () => {
  stubModules(() => undefined)
  expect(() => nodeConnection({})).toThrow('certificates and proxies need Node 20.16')
  stubModules(() => ({
    createRequire: () => () => {
      throw new Error('not found')
    },
  }))
  expect(() => nodeConnection({})).toThrow('npm install undici')
})
