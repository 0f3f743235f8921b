import { expect, test } from 'vitest'
import { createProxyHandler } from './proxy-handler.ts'
import type { ProxiedCluster, ProxyHandlerOptions } from './proxy-options.ts'

const PAGE = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }

/** A handler, and what it sent to the cluster. */
function rig(
  answer: () => Response | Error = () => Response.json({ items: [] }),
  options: Partial<ProxyHandlerOptions> = {},
) {
  const sent: Request[] = []
  const cluster: ProxiedCluster = {
    baseUrl: 'https://cluster.example:6443/base/',
    fetch: async (url, init) => {
      sent.push(new Request(url, init))
      const result = answer()
      if (result instanceof Error) throw result
      return result
    },
  }
  const handle = createProxyHandler({ cluster, basePath: '/k8s', ...options })
  const ask = (path: string, init: RequestInit = {}) =>
    handle(new Request(`http://localhost:5173${path}`, { ...init, headers: { ...PAGE, ...init.headers } }))
  return { sent, ask, cluster }
}

const messageOf = async (response: Response): Promise<string> => (await response.json()).message

test('a request is forwarded below the base URL, with its query, method, body and what the API reads', async () => {
  const { ask, sent } = rig()
  const response = await ask('/k8s/api/v1/pods?fieldManager=a%2Fb', {
    method: 'POST',
    body: '{"kind":"Pod"}',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'impersonate-user': 'ada' },
  })
  expect(response.status).toBe(200)
  const [request] = sent
  expect(request?.url).toBe('https://cluster.example:6443/base/api/v1/pods?fieldManager=a%2Fb')
  expect(request?.method).toBe('POST')
  expect(await request?.text()).toBe('{"kind":"Pod"}')
  expect(request?.headers.get('accept')).toBe('application/json')
  expect(request?.headers.get('impersonate-user')).toBe('ada')
})

test('headers of browsers and credentials of the client stay behind', async () => {
  const { ask, sent } = rig()
  const own = { authorization: 'Bearer of-the-page', cookie: 'a=b', referer: 'http://localhost:5173/' }
  await ask('/k8s/version', {
    headers: { ...own, origin: 'http://localhost:5173', 'proxy-authorization': 'x' },
  })
  const names = [...(sent[0]?.headers.keys() ?? [])]
  for (const name of [...Object.keys(own), 'origin', 'proxy-authorization', 'sec-fetch-site', 'host'])
    expect(names).not.toContain(name)
})

test('nothing of an answer commands a browser', async () => {
  const dropped = {
    'access-control-allow-origin': '*',
    'clear-site-data': '"*"',
    link: '</x>; rel=preload',
    nel: '{}',
    refresh: '0; url=https://evil.example',
    'report-to': '{}',
    'service-worker-allowed': '/',
    'strict-transport-security': 'max-age=1',
    'www-authenticate': 'Basic',
    'content-security-policy-report-only': "default-src 'self'",
  }
  const kept = {
    'content-type': 'text/html',
    warning: '299 - "old"',
    'audit-id': 'a',
    'retry-after': '1',
    'x-kubernetes-pf-flowschema-uid': 'u',
  }
  const policy = { 'content-security-policy': "script-src 'unsafe-inline'", 'x-content-type-options': 'none' }
  const { ask } = rig(
    () => new Response('<script>alert(1)</script>', { headers: { ...dropped, ...kept, ...policy } }),
  )
  const { headers } = await ask('/k8s/api/v1/namespaces/shop/pods/web/log')
  for (const name of Object.keys(dropped)) expect(headers.get(name), name).toBeNull()
  for (const [name, value] of Object.entries(kept)) expect(headers.get(name)).toBe(value)
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('an answer that fetch has decoded has no encoding and no length', async () => {
  const gzip = { 'content-encoding': 'gzip', 'content-length': '5' }
  const decoded = await rig(() => new Response('longer text', { headers: gzip })).ask('/k8s/version')
  expect([decoded.headers.get('content-encoding'), decoded.headers.get('content-length')]).toEqual([
    null,
    null,
  ])
  const plain = await rig(() => new Response('12345', { headers: { 'content-length': '5' } })).ask(
    '/k8s/version',
  )
  expect(plain.headers.get('content-length')).toBe('5')
})

test('what is refused does not reach the cluster', async () => {
  const { ask, sent } = rig()
  expect((await ask('/other/version')).status).toBe(404)
  expect((await ask('/k8s')).status).toBe(404)
  expect((await ask('/k8s/version', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect((await ask('/k8s/api/v1/nodes/n/proxy/')).status).toBe(403)
  expect((await ask('/k8s/api/%252e%252e/x')).status).toBe(400)
  const upgrade = await ask('/k8s/api/v1/pods?watch=1', { headers: { upgrade: 'websocket' } })
  expect([upgrade.status, await messageOf(upgrade)]).toEqual([403, 'WebSockets are not forwarded'])
  const large = await ask('/k8s/api/v1/pods', { method: 'POST', body: new Uint8Array(4 * 1024 * 1024 + 1) })
  expect([large.status, await messageOf(large)]).toEqual([413, 'a body must have at most 4194304 bytes'])
  expect(sent).toEqual([])
  expect(
    (await ask('/k8s/api/v1/pods', { method: 'POST', body: new Uint8Array(4 * 1024 * 1024) })).status,
  ).toBe(200)
})

test('a cluster that does not answer is a 502, and one that is not loaded is loaded again', async () => {
  const failed = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  const down = await rig(() => failed).ask('/k8s/version')
  expect([down.status, await messageOf(down)]).toEqual([502, 'fetch failed: connect ECONNREFUSED'])
  let loads = 0
  const { cluster } = rig()
  const { ask } = rig(undefined, {
    cluster: async () => {
      loads++
      if (loads === 1) throw new Error('there is no kubeconfig')
      return cluster
    },
  })
  const first = await ask('/k8s/version')
  expect([first.status, await messageOf(first)]).toEqual([502, 'there is no kubeconfig'])
  expect((await ask('/k8s/version')).status).toBe(200)
  expect((await ask('/k8s/version')).status).toBe(200)
  expect(loads).toBe(2)
})

test('a context that impersonates is not asked to impersonate another user', async () => {
  const { cluster } = rig()
  const own = { ...cluster, headers: { 'Impersonate-User': 'system' } }
  const { ask } = rig(undefined, { cluster: own })
  expect((await ask('/k8s/version')).status).toBe(200)
  expect((await ask('/k8s/version', { headers: { 'impersonate-user': 'ada' } })).status).toBe(400)
})

test('the page that goes away ends the request', async () => {
  const { ask, sent } = rig()
  const leaving = new AbortController()
  await ask('/k8s/version', { signal: leaving.signal })
  leaving.abort()
  expect(sent[0]?.signal.aborted).toBe(true)
})
