import { expect, test } from 'vitest'
import { guarding } from './guarding.ts'

const URL_OF_SERVER = 'http://127.0.0.1:8001'

/** The status and the CORS origin of a response; `handled` counts the requests that pass the guard. */
async function ask(
  headers: Record<string, string>,
  {
    url = URL_OF_SERVER,
    method = 'GET',
    ...options
  }: { url?: string; method?: string } & Parameters<typeof guarding>[1] = {},
): Promise<readonly [status: number, cors: string | null, handled: number]> {
  let handled = 0
  const handle = async () => {
    handled++
    return new Response('secret')
  }
  const response = await guarding(handle, options)(new Request(`${url}/api`, { method, headers }))
  return [response.status, response.headers.get('Access-Control-Allow-Origin'), handled]
}

const REJECTED = [403, null, 0]

test.each([
  'http://127.0.0.1:8001',
  'http://127.8.9.1',
  'http://2130706433:8001',
  'http://localhost:8001',
  'http://app.localhost',
  'http://[::1]:8001',
])('a request to %s is accepted', async url => {
  expect(await ask({}, { url, loopbackOnly: true })).toEqual([200, null, 1])
})

test.each([
  'http://evil.test:8001',
  'http://localhost.evil.test',
  'http://127.evil.test',
  'http://127.0.0.1.evil.test',
  'http://xlocalhost',
])('a request to %s, which can be DNS rebinding, is rejected', async url => {
  expect(await ask({}, { url })).toEqual(REJECTED)
  expect(await ask({ Origin: url }, { url, method: 'POST' })).toEqual(REJECTED)
})

test('other IP addresses are accepted unless the server is on the loopback interface', async () => {
  for (const url of ['http://192.168.0.2:8001', 'http://[fe80::1]']) {
    expect(await ask({}, { url })).toEqual([200, null, 1])
    expect(await ask({}, { url, loopbackOnly: true })).toEqual(REJECTED)
  }
})

test.each(['http://localhost:5173', 'http://app.localhost', 'https://127.0.0.1', 'http://[::1]:3000'])(
  'a page of %s is accepted, with CORS',
  async origin => {
    const cross = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
    expect(await ask(cross)).toEqual([200, origin, 1])
    expect(await ask(cross, { method: 'POST' })).toEqual([200, origin, 1])
    expect(await ask(cross, { method: 'OPTIONS' })).toEqual([204, origin, 0])
  },
)

test.each([
  'https://evil.example',
  'http://localhost.evil.example',
  'http://127.evil.example',
  'https://192.168.0.3',
  'null',
  'file://',
  '127.0.0.1',
  '',
])('a page of %j is rejected with every method', async origin => {
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD'])
    expect(await ask({ Origin: origin }, { method })).toEqual(REJECTED)
})

test('a page that the same server delivers is accepted at any accepted host', async () => {
  const url = 'http://192.168.0.2:5173'
  expect(await ask({ Origin: url }, { url, method: 'POST' })).toEqual([200, url, 1])
  expect(await ask({ Origin: 'https://192.168.0.2:5173' }, { url, method: 'POST' })).toMatchObject({ 0: 200 })
  expect(await ask({ Origin: 'http://192.168.0.2' }, { url, method: 'POST' })).toEqual(REJECTED)
})

test('without an Origin, what the browser says about the page decides', async () => {
  expect(await ask({ 'Sec-Fetch-Site': 'cross-site' })).toEqual(REJECTED)
  for (const site of ['same-origin', 'same-site', 'none'])
    expect(await ask({ 'Sec-Fetch-Site': site })).toEqual([200, null, 1])
})

test('allowed names are accepted as hosts and as origins; a name with a leading dot stands for subdomains', async () => {
  const allowedHosts = ['Dev.example', '.pages.example', '192.168.0.3', '::2']
  for (const name of ['dev.example', 'pr-1.pages.example', 'a.b.pages.example', '192.168.0.3', '[::2]']) {
    const [url, origin] = [`http://${name}:8001`, `https://${name}`]
    expect(await ask({}, { url, allowedHosts, loopbackOnly: true })).toEqual([200, null, 1])
    expect(await ask({ Origin: origin }, { allowedHosts })).toEqual([200, origin, 1])
  }
  for (const name of ['x.dev.example', 'pages.example', 'evilpages.example'])
    expect(await ask({}, { url: `http://${name}`, allowedHosts })).toEqual(REJECTED)
})

test.each([
  'http://dev.example',
  'dev.example:80',
  'dev.example/',
  '*.example',
  'a b',
  '',
  '.',
  'u@dev.example',
])('%j is not a name to allow', name => {
  expect(() => guarding(async () => new Response(), { allowedHosts: [name] })).toThrow('is not a host name')
})

test('any: every host and page is accepted, as by a real apiserver; CORS stays as it is', async () => {
  const options = { url: 'http://evil.test', allowedHosts: 'any' } as const
  expect(await ask({ Origin: 'https://evil.example' }, options)).toEqual([200, null, 1])
  expect(await ask({ 'Sec-Fetch-Site': 'cross-site' }, options)).toEqual([200, null, 1])
  expect(await ask({ Origin: 'http://localhost' }, options)).toEqual([200, 'http://localhost', 1])
})

test('a rejection is a Status that says what to do', async () => {
  const response = await guarding(async () => new Response())(new Request('http://evil.test/api'))
  expect(await response.json()).toMatchObject({
    kind: 'Status',
    code: 403,
    reason: 'Forbidden',
    message: 'the host "evil.test" is not allowed: allowedHosts or --allowed-host adds a name',
  })
})
