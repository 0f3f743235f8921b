import { expect, test } from 'vitest'
import type { Fetch } from '../api/clock.ts'
import { createKubeClient } from '../client/kube-client.ts'
import { base64, createConfigRig, oneContext, printed } from '../test/config-rig.ts'
import { type ClusterConfig, parseKubeConfig } from './index.ts'

const HOUR_MS = 3_600_000

/** A configuration of one user on a machine with these files. */
async function configOf(user: object, files: Readonly<Record<string, string>> = {}, cluster: object = {}) {
  const rig = createConfigRig(files)
  const options = { ...rig.options, path: '/etc/config', allowFiles: true }
  const config = await parseKubeConfig(oneContext({ user, cluster }), options)
  return { rig, config }
}

const get = (config: ClusterConfig, init?: RequestInit): Promise<Response> =>
  config.fetch(`${config.baseUrl}/version`, init)

test('sends a token', async () => {
  const { rig, config } = await configOf({ token: 'abc' })
  await get(config)
  expect(rig.requests).toMatchObject([{ url: 'https://dev.example/version' }])
  expect(rig.requests[0]?.headers.get('authorization')).toBe('Bearer abc')
})

test('anonymousFetch sends the credentials of the request, and none of the user', async () => {
  const { rig, config } = await configOf({ token: 'abc', as: 'admin' })
  const url = `${config.baseUrl}/version`
  await config.anonymousFetch(url)
  await config.anonymousFetch(url, { headers: { authorization: 'Bearer reader' } })
  expect(rig.requests.map(({ headers }) => [...headers])).toEqual([[], [['authorization', 'Bearer reader']]])
  await expect(config.anonymousFetch('https://other.example/')).rejects.toThrow('and for no other server')
  await config.close()
  await expect(config.anonymousFetch(url)).rejects.toThrow('was closed')
})

test('sends a name and a password in UTF-8', async () => {
  const { rig, config } = await configOf({ username: 'zoë', password: 'pä:ss' })
  await get(config)
  const sent = rig.requests[0]?.headers.get('authorization') ?? ''
  expect(Buffer.from(sent.replace('Basic ', ''), 'base64').toString('utf8')).toBe('zoë:pä:ss')
})

test('a token file is read again within a minute', async () => {
  const { rig, config } = await configOf({ tokenFile: 'token' }, { '/etc/token': ' one\n' })
  await get(config)
  rig.files.set('/etc/token', 'two')
  await rig.clock.advance(49_999)
  await get(config)
  await rig.clock.advance(1)
  await get(config)
  expect(rig.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer one',
    'Bearer one',
    'Bearer two',
  ])
  expect(rig.reads).toEqual(['/etc/token', '/etc/token'])
})

test('a thousand requests at once read an expired token file once', async () => {
  const { rig, config } = await configOf({ tokenFile: 'token' }, { '/etc/token': 'one' })
  await rig.clock.advance(HOUR_MS)
  await Promise.all(Array.from({ length: 1_000 }, () => get(config)))
  expect(rig.reads).toHaveLength(2)
})

test('the last token stays in use if the token file cannot be read again', async () => {
  const { rig, config } = await configOf({ tokenFile: 'token' }, { '/etc/token': 'one' })
  rig.files.delete('/etc/token')
  await rig.clock.advance(HOUR_MS)
  await get(config)
  expect(rig.requests[0]?.headers.get('authorization')).toBe('Bearer one')
})

test('a token file takes precedence over a token, which is used while the file is missing', async () => {
  const { rig, config } = await configOf({ token: 'fixed', tokenFile: 'token' })
  await get(config)
  rig.files.set('/etc/token', 'read')
  await rig.clock.advance(HOUR_MS)
  await get(config)
  expect(rig.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer fixed',
    'Bearer read',
  ])
})

test('after a 401 the token file is read at once and the request is sent once more', async () => {
  const { rig, config } = await configOf({ tokenFile: 'token' }, { '/etc/token': 'one' })
  rig.answer = headers => (headers.get('authorization') === 'Bearer two' ? 200 : 401)
  rig.files.set('/etc/token', 'two')
  const { status } = await get(config, { method: 'POST', body: 'x' })
  expect(status).toBe(200)
  expect(rig.requests).toHaveLength(2)
})

test.each([
  ['a token', { token: 'abc' }],
  ['a token file that did not change', { tokenFile: 'token' }],
])('a 401 that nothing can be done about is answered as it is: %s', async (_, user) => {
  const { rig, config } = await configOf(user, { '/etc/token': 'abc' })
  rig.answer = () => 401
  const response = await get(config)
  expect(response.status).toBe(401)
  expect(await response.text()).toBe('{}')
  expect(rig.requests).toHaveLength(1)
})

test.each(['https://dev.example:8443/version', 'http://dev.example/version', 'https://other.example'])(
  'no other origin gets anything: %s',
  async url => {
    const { rig, config } = await configOf({ token: 'abc' })
    await expect(config.fetch(url)).rejects.toThrow('these credentials are for https://dev.example')
    expect(rig.requests).toEqual([])
  },
)

test('a request with its own Authorization keeps it, whatever the response is', async () => {
  const { rig, config } = await configOf({ tokenFile: 'token' }, { '/etc/token': 'one' })
  rig.answer = () => 401
  rig.files.set('/etc/token', 'two')
  await get(config, { headers: { authorization: 'Bearer own' } })
  expect(rig.requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer own'])
})

test.each([
  ['a token', { token: 's3cr3t-value-of-jane' }],
  ['a password', { username: 'jane', password: 's3cr3t-value-of-jane' }],
  ['a token file that was renewed after a 401', { tokenFile: 'token' }],
])('a response that repeats %s does not bring it into an error', async (_, user) => {
  const rig = createConfigRig({ '/etc/token': 'first-s3cr3t-value' })
  const fetch: Fetch = async (_, init) => {
    rig.files.set('/etc/token', 's3cr3t-value-of-jane')
    const sent = new Headers(init?.headers).get('authorization') ?? ''
    const message = `${sent} ${atob(/^Basic (.*)/.exec(sent)?.[1] ?? '')}`
    return Response.json({ kind: 'Status', code: 403, message }, { status: /first/.test(sent) ? 401 : 403 })
  }
  const options = { ...rig.options, fetch, path: '/etc/config', allowFiles: true }
  const config = await parseKubeConfig(oneContext({ user }), options)
  const failing = createKubeClient({ ...config, clock: rig.clock }).request('/version')
  await expect(failing).rejects.toThrow('…')
  expect(printed(await failing.catch(error => error))).not.toContain('s3cr3t-value')
})

test('a response cannot bring the password of the proxy into an error', async () => {
  const { options, clock } = createConfigRig()
  const fetch = async () => new Response('Proxy-Authorization: jane pä:ss-s3cr3t', { status: 502 })
  const text = oneContext({ cluster: { 'proxy-url': 'http://jane:p%C3%A4:ss-s3cr3t@proxy' } })
  const config = await parseKubeConfig(text, { ...options, fetch })
  const failing = createKubeClient({ ...config, clock }).request('/version')
  await expect(failing).rejects.toThrow('Proxy-Authorization: jane …')
})

test('a redirect is not followed unless the request asks for it', async () => {
  const redirects: (string | undefined)[] = []
  const { options } = createConfigRig()
  const fetch: Fetch = async (_, init) => {
    redirects.push(init?.redirect)
    return new Response()
  }
  const config = await parseKubeConfig(oneContext({ user: { token: 'abc' } }), { ...options, fetch })
  await get(config)
  await get(config, { redirect: 'follow' })
  expect(redirects).toEqual(['manual', 'follow'])
})

test('credentials are not sent over plain HTTP', async () => {
  const { rig, config } = await configOf({ token: 'abc' }, {}, { server: 'http://dev.example' })
  await get(config)
  expect(rig.requests[0]?.headers.get('authorization')).toBeNull()
})

test('a context without a user sends no credentials', async () => {
  const { options, requests } = createConfigRig()
  const config = await parseKubeConfig(oneContext({ context: { user: '' } }), options)
  await get(config)
  expect(requests[0]?.headers.get('authorization')).toBeNull()
})

test('sends impersonation headers, and disables compression', async () => {
  const user = {
    as: 'jane',
    'as-uid': 'u-1',
    'as-groups': ['devs'],
    'as-user-extra': { 'example.com/a b(c)': ['x'] },
  }
  const { config } = await configOf(user, {}, { 'disable-compression': true })
  expect(config.headers).toEqual({
    'Impersonate-User': 'jane',
    'Impersonate-Uid': 'u-1',
    'Impersonate-Group': 'devs',
    'Impersonate-Extra-example.com%2Fa%20b%28c%29': 'x',
    'Accept-Encoding': 'identity',
  })
})

test('several groups are an error with a custom fetch, which would join them', async () => {
  const rig = createConfigRig()
  const parsing = parseKubeConfig(oneContext({ user: { as: 'a', 'as-groups': ['b', 'c'] } }), rig.options)
  await expect(parsing).rejects.toThrow('a custom fetch receives only one value of each')
})

test('files of the user must exist from the start', async () => {
  await expect(configOf({ tokenFile: 'token' })).rejects.toThrow(
    'user "dev-user": tokenFile: /etc/token does not exist',
  )
  const user = { 'client-certificate-data': base64('cert'), 'client-key': '/key' }
  await expect(configOf(user)).rejects.toThrow('user "dev-user": client-key: /key does not exist')
})

test('an invalid token is not quoted in the error', async () => {
  const failing = configOf({ tokenFile: 'token' }, { '/etc/token': 's3cr3t value' })
  await expect(failing).rejects.toThrow(
    '/etc/token: the token is empty, or holds spaces or control characters',
  )
  expect(printed(await failing.catch(error => error))).not.toContain('s3cr3t')
})

test('an empty token file is an error', async () => {
  await expect(configOf({ tokenFile: 'token' }, { '/etc/token': '\n' })).rejects.toThrow(
    '/etc/token: the token is empty',
  )
})

test('an abort ends the wait for a credential, and nothing is sent', async () => {
  const rig = createConfigRig()
  const exec = { apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'wait' }
  rig.run = () => new Promise(() => {})
  const config = await parseKubeConfig(oneContext({ user: { exec } }), { ...rig.options, allowExec: true })
  const stopping = new AbortController()
  const request = get(config, { signal: stopping.signal })
  stopping.abort()
  await expect(request).rejects.toMatchObject({ name: 'AbortError' })
  expect(rig.requests).toEqual([])
})

test('after close nothing is sent', async () => {
  const config = await parseKubeConfig(oneContext())
  await config.close()
  await config.close()
  await expect(get(config)).rejects.toThrow('the configuration was closed')
})
