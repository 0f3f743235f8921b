import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { createServer as createVite, type InlineConfig, preview } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { createCertificates } from '../../../../../tools/test/certificates.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { webSocketWatch } from '../../client/watches/websocket-watch.ts'
import { pods } from '../../resources/index.ts'
import { type KubeProxyOptions, kubeProxy } from './index.ts'

const TOKEN = 'the-token-of-the-proxy'
const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } }
const WATCH = '/k8s/api/v1/pods?watch=1'

/** What a browser sends with a WebSocket of the own page; Chromium sends no `Sec-Fetch-Site`. */
const handshake = (origin: string): Record<string, string> => ({
  connection: 'Upgrade',
  upgrade: 'websocket',
  origin,
  'user-agent': 'Mozilla/5.0',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
})

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'kube-proxy-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A real server of Vite with the plugin. */
async function startVite(options: KubeProxyOptions, start: 'dev' | 'preview' = 'dev'): Promise<string> {
  const root = await folder()
  const shared: InlineConfig = { root, configFile: false, logLevel: 'silent', plugins: [kubeProxy(options)] }
  const listen = { host: '127.0.0.1', port: 0 }
  const site =
    start === 'dev'
      ? await createVite({ ...shared, server: listen, optimizeDeps: { noDiscovery: true } })
      : await preview({ ...shared, preview: listen })
  if ('listen' in site) await site.listen()
  onTestFinished(() => site.close())
  return site.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
}

/** A fake apiserver with one Pod. */
async function startCluster() {
  const server = createFakeApiserver({ objects: [POD] })
  const { url, close } = await serve(server)
  onTestFinished(close)
  return { server, url }
}

/** An answer, or a connection that was upgraded; with headers that `fetch` does not send. */
async function ask(
  url: string,
  headers: Record<string, string>,
): Promise<readonly [status: number, text: string]> {
  const sent = request(url, { headers })
  onTestFinished(() => void sent.destroy())
  const answered = once(sent, 'response')
  const upgraded = once(sent, 'upgrade')
  sent.end()
  const [answer] = (await Promise.race([answered, upgraded])) as [IncomingMessage]
  const { statusCode = 0 } = answer
  return [statusCode, statusCode === 101 ? '' : (await answer.toArray()).join('')]
}

test.each(['dev', 'preview'] as const)(
  'vite %s forwards a list and a watch, whose headers come at once',
  async kind => {
    const { server, url } = await startCluster()
    const site = await startVite({ server: url }, kind)
    const list = await (await fetch(`${site}/k8s/api/v1/pods`)).json()
    expect(list.items).toMatchObject([{ metadata: { name: 'web' } }])
    const watch = await fetch(`${site}${WATCH}&resourceVersion=${list.metadata.resourceVersion}`)
    expect(watch.status).toBe(200)
    server.create({ ...POD, metadata: { name: 'late', namespace: 'shop' } })
    const reader = watch.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toMatch(/"ADDED".*"late"/)
    await reader?.cancel()
  },
)

test('a watch over WebSocket has its events', async () => {
  const { server, url } = await startCluster()
  const site = await startVite({ server: url })
  const baseUrl = `${site}/k8s`
  const client = createKubeClient({ baseUrl, watchTransport: 'websocket', webSocket: webSocketWatch() })
  const leaving = new AbortController()
  const { metadata } = await client.list(pods)
  const { resourceVersion } = metadata
  const events = await client.watch(pods, { resourceVersion }, { signal: leaving.signal })
  server.create({ ...POD, metadata: { name: 'late', namespace: 'shop' } })
  const { value } = await events[Symbol.asyncIterator]().next()
  expect(value).toMatchObject([{ type: 'ADDED', object: { metadata: { name: 'late' } } }])
  expect(server.openWatches).toBe(1)
  leaving.abort()
  await expect.poll(() => server.openWatches).toBe(0)
})

test('a WebSocket is forwarded for the own page, and for a watch', async () => {
  const { url } = await startCluster()
  const site = await startVite({ server: url })
  const own = handshake(site)
  expect(await ask(`${site}${WATCH}`, own)).toEqual([101, ''])
  const { origin: _, ...withoutOrigin } = own
  const exec = '/k8s/api/v1/namespaces/shop/pods/web/exec?command=sh&watch=1'
  const refused: [path: string, headers: Record<string, string>, reason: RegExp][] = [
    [WATCH, { ...own, origin: 'http://127.0.0.1:1' }, /origin/],
    [WATCH, { ...own, origin: 'null' }, /origin/],
    [WATCH, { ...own, host: 'evil.test', origin: 'http://evil.test' }, /name of this machine/],
    [WATCH, { ...own, 'sec-fetch-site': 'cross-site' }, /only pages/],
    [WATCH, withoutOrigin, /must send Sec-Fetch-Site/],
    [WATCH, { ...own, upgrade: 'h2c' }, /only upgrade is websocket/],
    [exec, own, /option exec/],
    ['/k8s/api/v1/namespaces/shop/pods/web/proxy/?watch=1', own, /not forwarded/],
  ]
  for (const [path, headers, reason] of refused) {
    const [status, text] = await ask(`${site}${path}`, headers)
    expect([status, text], path).toEqual([403, expect.stringMatching(reason)])
  }
})

test('the refusal of the cluster is the answer to a WebSocket', async () => {
  const { url } = await startCluster()
  const site = await startVite({ server: url, exec: true })
  const [status, text] = await ask(`${site}/k8s/api/v1/namespaces/shop/pods/none?watch=1`, handshake(site))
  expect([status, JSON.parse(text)]).toMatchObject([expect.any(Number), { kind: 'Status' }])
  expect(status).toBeGreaterThanOrEqual(400)
})

test('pages of other sites and ports, and other names, are refused without CORS', async () => {
  const { url } = await startCluster()
  const site = await startVite({ server: url })
  const page = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  const path = `${site}/k8s/api/v1/pods`
  expect((await ask(path, page))[0]).toBe(200)
  for (const headers of [
    { ...page, origin: 'http://localhost:3000' },
    { ...page, host: 'evil.test' },
    { ...page, 'sec-fetch-site': 'same-site' },
    { 'user-agent': 'Mozilla/5.0' },
  ])
    expect((await ask(path, headers))[0]).toBe(403)
  const answer = await fetch(path, { headers: { origin: 'http://localhost:3000' } })
  expect(answer.status).toBe(403)
  expect([...answer.headers.keys()].filter(name => name.startsWith('access-control-'))).toEqual([])
})

interface Seen {
  readonly user: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** A server with TLS that asks for a certificate, and accepts every WebSocket. */
async function startSecure(seen: Seen[]) {
  const { authority, server, client } = await createCertificates()
  const note = ({ socket, headers }: IncomingMessage) =>
    void seen.push({ user: (socket as TLSSocket).getPeerCertificate().subject?.CN as string, headers })
  const answer: RequestListener = (incoming, outgoing) => {
    note(incoming)
    outgoing.setHeader('content-type', 'application/json').end('{}')
  }
  const http = createSecureServer(
    { ...server, ca: authority, requestCert: true, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] },
    answer,
  )
  http.on('upgrade', (incoming, socket) => {
    note(incoming)
    socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSet-Cookie: a=b\r\n\r\n',
    )
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { url: `https://127.0.0.1:${(http.address() as AddressInfo).port}`, authority, client }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test('requests and WebSockets have the client certificate and the user of the kubeconfig', async () => {
  const seen: Seen[] = []
  const { url, authority, client } = await startSecure(seen)
  const kubeconfig = join(await folder(), 'config')
  const user = {
    'client-certificate-data': base64(client.cert),
    'client-key-data': base64(client.key),
    as: 'jane',
    'as-groups': ['a', 'b'],
  }
  const config = {
    clusters: [{ name: 'c', cluster: { server: url, 'certificate-authority-data': base64(authority) } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'own', context: { cluster: 'c', user: 'u' } }],
  }
  await writeFile(kubeconfig, JSON.stringify(config))
  const site = await startVite({ kubeconfig, context: 'own' })
  expect((await fetch(`${site}/k8s/version`)).status).toBe(200)
  expect((await ask(`${site}${WATCH}`, handshake(site)))[0]).toBe(101)
  expect(seen.map(({ user }) => user)).toEqual(['admin', 'admin'])
  for (const { headers } of seen)
    expect(headers).toMatchObject({ 'impersonate-user': 'jane', 'impersonate-group': 'a, b' })
})

test('a WebSocket has the token of the proxy, and none of the page', async () => {
  const seen: Seen[] = []
  const { url: server, authority: ca } = await startSecure(seen)
  const site = await startVite({ server, token: TOKEN, ca })
  const protocols = 'base64url.bearer.authorization.k8s.io.cGFnZQ, watch.kube-informer'
  const headers = { ...handshake(site), cookie: 'a=b', 'sec-websocket-protocol': protocols }
  expect((await ask(`${site}${WATCH}`, headers))[0]).toBe(101)
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'sec-websocket-protocol': 'watch.kube-informer',
    origin: server,
  })
  expect(seen[0]?.headers).not.toHaveProperty('cookie')
})

test('a kubeconfig that is missing is the answer, also to a WebSocket', async () => {
  const site = await startVite({ kubeconfig: join(await folder(), 'none') })
  const answer = await fetch(`${site}/k8s/version`)
  expect([answer.status, (await answer.json()).message]).toEqual([502, expect.stringMatching(/none/)])
  expect(await ask(`${site}${WATCH}`, handshake(site))).toEqual([502, expect.stringMatching(/none/)])
})

test.each([
  ['192.0.2.1', false, 403],
  ['::ffff:192.0.2.1', false, 403],
  ['192.0.2.1', true, 200],
  ['::ffff:127.0.0.1', false, 200],
  ['::1', false, 200],
])('a request from %s, with allowRemote %s, is answered with %s', async (address, allowRemote, status) => {
  const { url: server } = await startCluster()
  const http = createServer()
  kubeProxy({ server, allowRemote }).configureServer({
    middlewares: {
      use: handle => http.on('request', (incoming, outgoing) => handle(incoming, outgoing, () => {})),
    },
    httpServer: http,
  })
  http.on('connection', socket => Object.defineProperty(socket, 'remoteAddress', { value: address }))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  const site = `http://localhost:${(http.address() as AddressInfo).port}`
  expect((await fetch(`${site}/k8s/version`)).status).toBe(status)
  expect((await ask(`${site}${WATCH}`, handshake(site)))[0]).toBe(status === 200 ? 101 : status)
})

test('a path of the application is not forwarded', async () => {
  const { server, url } = await startCluster()
  const site = await startVite({ server: url, path: '/clusters/a' })
  await fetch(`${site}/clusters/ab/version`)
  await fetch(`${site}/k8s/version`)
  expect(server.requests).toEqual([])
  expect((await fetch(`${site}/clusters/a/version`)).status).toBe(200)
})

test.each<[KubeProxyOptions, RegExp]>([
  [{ path: 'k8s' }, /path must start with \//],
  [{ path: '/' }, /path must/],
  [{ token: TOKEN }, /need the option server/],
  [{ server: 'https://a.example', context: 'b' }, /without kubeconfig and context/],
  [{ server: 'http://a.example', token: TOKEN }, /must have https: for a token/],
  [{ server: 'ftp://a.example' }, /must be a URL with http: or https:/],
])('%j is a mistake', (options, message) => {
  expect(() => kubeProxy(options)).toThrow(message)
})
