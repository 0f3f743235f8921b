import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect } from 'node:net'
import { type ServerConfigOptions, serverConfig } from '@kube-informer/core/config'
import { expect, test } from 'vitest'
import { createCertificates } from '../../tools/test/certificates.ts'
import { configProxy } from './config-proxy.ts'
import { ownPageOnly } from './own-page.ts'
import { testServers } from './test-servers.ts'

const TOKEN = 'the-token-of-the-environment'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const { listen } = testServers()

/** Records requests, and answers with the CORS headers of a careless server. */
function recording(seen: Seen[]): RequestListener {
  return async (request, response) => {
    const { method, url, headers } = request
    const body = Buffer.concat(await request.toArray()).toString()
    seen.push({ method, url, headers, body })
    response.setHeader('access-control-allow-origin', '*').setHeader('set-cookie', 'session=1')
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"kind":"Pod"}')
  }
}

/** An apiserver, and a proxy to it that adds a token. */
async function start(path = ''): Promise<{ readonly url: string; readonly seen: readonly Seen[] }> {
  const seen: Seen[] = []
  const server = await listen(createServer(recording(seen)))
  const proxy = configProxy(serverConfig({ server: `http://${server}${path}`, token: TOKEN }))
  return { url: `http://${await listen(createServer(ownPageOnly(proxy)))}`, seen }
}

test("forwards the page's requests with the token, and none of the browser's headers", async () => {
  const { url, seen } = await start('/clusters/a/')
  const headers = {
    authorization: 'Bearer from-the-page',
    origin: url,
    referer: `${url}/?namespace=default`,
    cookie: 'session=other-port',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  }
  const answer = await fetch(`${url}/api/v1/pods?limit=1`, { method: 'POST', headers, body: '{}' })
  expect([answer.status, await answer.text()]).toEqual([201, '{"kind":"Pod"}'])
  expect([...answer.headers.keys()].filter(name => /^access-control|^set-cookie/.test(name))).toEqual([])
  expect(seen).toMatchObject([{ method: 'POST', url: '/clusters/a/api/v1/pods?limit=1', body: '{}' }])
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
  })
  for (const name of ['origin', 'referer', 'cookie']) expect(seen[0]?.headers).not.toHaveProperty(name)
  expect(JSON.stringify([...answer.headers])).not.toContain(TOKEN)
})

test('answers clients that are not browsers', async () => {
  const { url, seen } = await start()
  expect((await fetch(`${url}/version`)).status).toBe(201)
  expect(seen).toHaveLength(1)
})

test.each<[title: string, headers: Record<string, string>]>([
  ['of another site', { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['of another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ['of another port in a browser without Sec-Fetch-Site', { origin: 'http://127.0.0.1:1' }],
  ['of a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['of another site, without an Origin', { 'sec-fetch-site': 'cross-site' }],
  ['of another port, without an Origin', { 'sec-fetch-site': 'same-site' }],
  ['of the address bar', { 'sec-fetch-site': 'none' }],
  [
    'with a name that leads here',
    { host: 'evil.test', origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' },
  ],
  ['with a host that hides another one', { host: 'localhost@evil.test' }],
  ['with a host that only begins like an address', { host: '127.0.0.1.evil.test' }],
  ['for a WebSocket', { connection: 'Upgrade, close', upgrade: 'websocket' }],
])('rejects requests %s', async (_title, headers) => {
  const { url, seen } = await start()
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const answer = await raw(url, `${method} /api/v1/pods HTTP/1.1`, headers)
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
    expect(answer).not.toMatch(/access-control/i)
  }
  expect(seen).toEqual([])
})

/** Sends headers that `fetch` would not. */
function raw(url: string, line: string, headers: Record<string, string>): Promise<string> {
  const { port, host } = new URL(url)
  const lines = Object.entries({ host, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${[line, ...lines].join('\r\n')}\r\n\r\n`)
  return socket
    .setEncoding('utf8')
    .toArray()
    .then(parts => parts.join(''))
}

test('sends a token to a server only with a certificate of the authority', async () => {
  const { authority, server } = await createCertificates()
  const seen: Seen[] = []
  const address = await listen(createSecureServer(server, recording(seen)))
  const options = { server: `https://${address}`, token: TOKEN }
  const through = async (given: ServerConfigOptions): Promise<readonly [number, string]> => {
    const proxy = configProxy(serverConfig(given))
    const answer = await fetch(`http://${await listen(createServer(proxy))}/version`)
    return [answer.status, await answer.text()]
  }
  const [status, text] = await through(options)
  expect([status, seen]).toEqual([502, []])
  expect(text).toContain('certificate')
  expect(text).not.toContain(TOKEN)
  expect(await through({ ...options, ca: authority })).toEqual([201, '{"kind":"Pod"}'])
  expect(seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
})
