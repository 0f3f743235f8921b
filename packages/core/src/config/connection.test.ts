import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { bunConnection } from './bun-connection.ts'
import { ConfigError } from './config-error.ts'
import { givenConnection, openConnection } from './connection.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { denoConnection } from './deno-connection.ts'
import { detectRuntime } from './runtime.ts'

const URL = 'https://a.example/version'
const HEADERS = [
  ['Impersonate-Group', 'a'],
  ['Impersonate-Group', 'b'],
] as const
const KEY_PAIR = { certificate: 'the certificate', key: 'the key' }

/** Globals for one test. */
function stub(globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** The platform's fetch, as a mock. */
function stubFetch() {
  const fetch = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async () => new Response('ok'))
  stub({ fetch })
  return fetch
}

test.each([
  [{ Deno: {} }, 'deno'],
  [{ Deno: undefined, Bun: {} }, 'bun'],
  [{ navigator: { userAgent: 'Cloudflare-Workers' } }, 'workerd'],
  [{ navigator: { userAgent: 'Node.js/24' } }, 'node'],
  [{ navigator: undefined }, 'node'],
  [{ navigator: undefined, process: { release: { name: 'other' } } }, 'other'],
  [{ navigator: undefined, process: undefined }, 'other'],
])('with the globals %j the runtime is %s', (globals, runtime) => {
  stub(globals)
  expect(detectRuntime()).toBe(runtime)
})

describe('a connection', () => {
  test.each<ConnectionSettings>([{}, { insecure: false, repeatedHeaders: [] }])(
    'with the settings %j is the fetch of the platform',
    async settings => {
      const fetch = stubFetch()
      stub({ process: undefined, navigator: undefined })
      const connection = await openConnection(settings)
      await connection.fetch(URL, { method: 'PUT' })
      expect(fetch).toHaveBeenCalledExactlyOnceWith(URL, { method: 'PUT' })
    },
  )

  test.each<[string, ConnectionSettings]>([
    ['a certificate authority of its own', { authority: '' }],
    ['insecure-skip-tls-verify', { insecure: true }],
    ['tls-server-name', { serverName: '' }],
    ['proxy-url', { proxyUrl: '' }],
    ['a client certificate', { keyPair: KEY_PAIR }],
    ['several headers of one name (as-groups, as-user-extra)', { repeatedHeaders: [['a', 'b']] }],
    ['insecure-skip-tls-verify, proxy-url', { insecure: true, proxyUrl: 'http://p' }],
  ])('with %s is an error where fetch does not support it', async (wishes, settings) => {
    stub({ process: undefined, navigator: undefined })
    const error = await openConnection(settings).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toContain(
      `ConfigError: ${wishes}: fetch does not support this here. Go through a proxy`,
    )
  })

  test('in workerd needs the fetch of a binding', async () => {
    stub({ navigator: { userAgent: 'Cloudflare-Workers' } })
    await expect(openConnection({ insecure: true })).rejects.toThrow('this here. Pass the fetch of an mTLS')
  })

  test('is that of the runtime', async () => {
    const fetch = stubFetch()
    stub({ Bun: {} })
    const { fetch: own } = await openConnection({ serverName: 'b' })
    await own(URL)
    expect(fetch).toHaveBeenCalledExactlyOnceWith(URL, { tls: { serverName: 'b', rejectUnauthorized: true } })
  })

  test('of the caller is neither retired nor closed', () => {
    const fetch = async () => new Response()
    const connection = givenConnection(fetch)
    connection.retire()
    connection.close()
    expect(connection.fetch).toBe(fetch)
  })
})

describe('in Bun', () => {
  test.each<[ConnectionSettings, object]>([
    [{}, { tls: { rejectUnauthorized: true } }],
    [{ insecure: true }, { tls: { rejectUnauthorized: false } }],
    [
      { authority: 'CA', keyPair: KEY_PAIR, serverName: 'b', proxyUrl: 'http://p' },
      {
        tls: { ca: 'CA', cert: 'the certificate', key: 'the key', serverName: 'b', rejectUnauthorized: true },
        proxy: 'http://p',
      },
    ],
  ])('the settings %j belong to each request', async (settings, own) => {
    const fetch = stubFetch()
    const connection = bunConnection({ ...settings, repeatedHeaders: [] })
    await connection.fetch(URL, { method: 'PUT' })
    connection.retire()
    connection.close()
    expect(fetch).toHaveBeenCalledExactlyOnceWith(URL, { method: 'PUT', ...own })
  })

  test('headers of one name are an error', () => {
    expect(() => bunConnection({ repeatedHeaders: HEADERS })).toThrow(ConfigError)
  })
})

describe('in Deno', () => {
  test.each<[ConnectionSettings, object]>([
    [{ insecure: false }, {}],
    [
      { authority: 'CA', keyPair: KEY_PAIR, proxyUrl: 'http://p' },
      { caCerts: ['CA'], cert: 'the certificate', key: 'the key', proxy: { url: 'http://p' } },
    ],
  ])('the settings %j belong to a client, which is closed', async (settings, options) => {
    const fetch = stubFetch()
    const client = { close: vi.fn<() => void>() }
    const createHttpClient = vi.fn<(options: object) => object>(() => client)
    stub({ Deno: { createHttpClient } })
    const connection = denoConnection(settings)
    await connection.fetch(URL, { method: 'PUT', headers: { a: '1' } })
    expect(createHttpClient).toHaveBeenCalledExactlyOnceWith(options)
    expect(fetch).toHaveBeenCalledExactlyOnceWith(URL, { method: 'PUT', headers: [['a', '1']], client })
    expect(client.close).not.toHaveBeenCalled()
    connection.retire()
    expect(client.close).toHaveBeenCalledTimes(1)
    connection.close()
    expect(client.close).toHaveBeenCalledTimes(2)
  })

  test('headers of one name remain separate', async () => {
    const fetch = stubFetch()
    stub({ Deno: { createHttpClient: () => ({}) } })
    await denoConnection({ repeatedHeaders: HEADERS }).fetch(URL)
    expect(fetch).toHaveBeenCalledExactlyOnceWith(URL, { headers: HEADERS, client: {} })
  })

  test.each<[ConnectionSettings, string]>([
    [{ insecure: true }, 'insecure-skip-tls-verify: Deno'],
    [{ serverName: '' }, 'tls-server-name: Deno'],
  ])('%j is an error', (settings, message) => expect(() => denoConnection(settings)).toThrow(message))
})
