import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { base64, createConfigRig, missing, oneContext, printed } from '../test/config-rig.ts'
import { parseKubeConfig } from './index.ts'

const V1 = 'client.authentication.k8s.io/v1'
const V1BETA1 = 'client.authentication.k8s.io/v1beta1'
const SECRET = 's3cr3t-value'

interface Given {
  readonly exec?: object
  readonly cluster?: object
  readonly user?: object
  readonly interactive?: boolean
}

/** A configuration whose user has a credential plugin. */
async function withPlugin({ exec, cluster = {}, user, interactive = false }: Given = {}) {
  const rig = createConfigRig()
  const plugin = { apiVersion: V1, command: 'get-token', interactiveMode: 'IfAvailable', ...exec }
  const text = oneContext({ cluster, user: { exec: plugin, ...user } })
  const options = {
    ...rig.options,
    env: { PATH: '/bin', HOME: '/me' },
    interactive,
    path: '/etc/config',
    allowExec: true,
  }
  const config = await parseKubeConfig(text, options)
  return { rig, config, get: () => config.fetch(`${config.baseUrl}/version`) }
}

const prints = (status: object | undefined, apiVersion = V1) => ({
  exitCode: 0,
  stdout: JSON.stringify({ kind: 'ExecCredential', apiVersion, status }),
})

test.each([
  [
    'YAML',
    `apiVersion: ${V1}\nkind: ExecCredential\nstatus:\n  token: one\n  expirationTimestamp: 2026-01-01T00:00:00Z\n`,
  ],
  [
    'YAML with Windows line ends and a second document',
    `---\r\napiVersion: ${V1}\r\nstatus: {token: one}\r\n---\r\n`,
  ],
  ['JSON with a byte order mark', `\ufeff${prints({ token: 'one' }).stdout}\n`],
])('the output of a plugin may be %s', async (_, stdout) => {
  const { rig, get } = await withPlugin()
  rig.run = () => ({ exitCode: 0, stdout })
  await get()
  expect(authorizations(rig)).toEqual(['Bearer one'])
})

const authorizations = ({ requests }: { readonly requests: readonly { readonly headers: Headers }[] }) =>
  requests.map(({ headers }) => headers.get('authorization'))

test('the plugin runs at the first request, not before, and its token is cached', async () => {
  const { rig, get } = await withPlugin({
    exec: { args: ['--cluster', 'dev'], env: [{ name: 'A', value: 'b' }] },
  })
  rig.run = () => prints({ token: 'one' })
  expect(rig.runs).toEqual([])
  await Promise.all([get(), get()])
  await get()
  expect(authorizations(rig)).toEqual(['Bearer one', 'Bearer one', 'Bearer one'])
  expect(rig.runs).toMatchObject([
    {
      command: 'get-token',
      args: ['--cluster', 'dev'],
      interactive: false,
      env: { PATH: '/bin', HOME: '/me', A: 'b' },
    },
  ])
  expect(JSON.parse(rig.runs[0]?.env.KUBERNETES_EXEC_INFO ?? '')).toEqual({
    kind: 'ExecCredential',
    apiVersion: V1,
    spec: { interactive: false },
  })
})

test('it receives the cluster if provideClusterInfo is set', async () => {
  const cluster = {
    'certificate-authority-data': base64('PEM'),
    'tls-server-name': 'kubernetes',
    'proxy-url': 'http://proxy:3128',
    'disable-compression': true,
    extensions: [
      { name: 'other', extension: 1 },
      { name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } },
    ],
  }
  const { rig, get } = await withPlugin({ exec: { provideClusterInfo: true, apiVersion: V1BETA1 }, cluster })
  rig.run = () => prints({ token: 'one' }, V1BETA1)
  await get()
  expect(JSON.parse(rig.runs[0]?.env.KUBERNETES_EXEC_INFO ?? '')).toEqual({
    kind: 'ExecCredential',
    apiVersion: V1BETA1,
    spec: {
      interactive: false,
      cluster: {
        server: 'https://dev.example',
        'certificate-authority-data': base64('PEM'),
        'tls-server-name': 'kubernetes',
        'proxy-url': 'http://proxy:3128',
        'disable-compression': true,
        config: { audience: 'x' },
      },
    },
  })
})

test('it runs again when its credential has expired', async () => {
  const { rig, get } = await withPlugin()
  const expirationTimestamp = new Date(rig.clock.now() + 60_000).toISOString()
  rig.run = () => prints({ token: `token-${rig.runs.length}`, expirationTimestamp })
  await get()
  await rig.clock.advance(59_999)
  await get()
  expect(rig.runs).toHaveLength(1)
  await rig.clock.advance(1)
  await get()
  expect(authorizations(rig)).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2'])
})

test('it runs again after a 401, once for all rejected requests, and each is sent once more', async () => {
  const { rig, get } = await withPlugin()
  rig.run = () => prints({ token: `token-${rig.runs.length}` })
  rig.answer = headers => (headers.get('authorization') === 'Bearer token-2' ? 200 : 401)
  const responses = await Promise.all([get(), get(), get()])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(rig.runs).toHaveLength(2)
  expect(rig.requests).toHaveLength(6)
})

test('after a failure the next request runs the plugin again', async () => {
  const { rig, get } = await withPlugin()
  rig.run = () => ({ exitCode: 3, stdout: SECRET })
  const failing = get()
  await expect(failing).rejects.toThrow(
    'plugin get-token failed with exit code 3; what it has to say is on standard error',
  )
  expect(printed(await failing.catch(error => error))).not.toContain(SECRET)
  rig.run = () => prints({ token: 'one' })
  await get()
  expect(authorizations(rig)).toEqual(['Bearer one'])
})

test('the error of a missing plugin contains its install hint without control characters', async () => {
  const { rig, get } = await withPlugin({ exec: { installHint: 'brew install\n\u001b[2Jget-token' } })
  rig.run = () => {
    throw missing()
  }
  await expect(get()).rejects.toThrow(
    '/etc/config: user "dev-user" exec: the credential plugin get-token is not installed\n\nbrew install\nU+001b[2Jget-token',
  )
})

test('the error of a plugin that cannot be started contains no secret', async () => {
  const { rig, get } = await withPlugin()
  rig.run = () => {
    throw Object.assign(new Error('spawn'), { code: 'EACCES', spawnargs: [SECRET] })
  }
  const failing = get()
  await expect(failing).rejects.toThrow('the credential plugin get-token cannot be run: EACCES')
  expect(inspect(await failing.catch(error => error))).not.toContain(SECRET)
})

test.each([
  ['no JSON', SECRET, 'did not print an ExecCredential in JSON or YAML'],
  ['broken YAML', `token: "${SECRET}`, 'did not print an ExecCredential: is neither JSON nor YAML (line 1)'],
  ['null', 'null', 'did not print an ExecCredential in JSON or YAML'],
  ['another version', prints({ token: SECRET }, V1BETA1).stdout, `did not answer in ${V1}`],
  ['no status', prints(undefined).stdout, 'printed no status'],
  ['nothing in the status', prints({}).stdout, 'neither a token nor a certificate'],
  ['a token that is no text', prints({ token: [SECRET] }).stdout, 'neither a token nor a certificate'],
  [
    'a certificate alone',
    prints({ clientCertificateData: SECRET }).stdout,
    'only a certificate or only a key',
  ],
  [
    'a key beside a token',
    prints({ token: 'a', clientKeyData: SECRET }).stdout,
    'only a certificate or only a key',
  ],
  [
    'a time that is none',
    prints({ token: SECRET, expirationTimestamp: 'soon' }).stdout,
    'must print an expirationTimestamp that is a time',
  ],
  ['a token with a line end', prints({ token: `${SECRET}\nx` }).stdout, 'spaces or control characters'],
])('what it prints is checked, and not told: %s', async (_, stdout, expected) => {
  const { rig, get } = await withPlugin()
  rig.run = () => ({ exitCode: 0, stdout })
  const failing = get()
  await expect(failing).rejects.toThrow(expected)
  expect(printed(await failing.catch(error => error))).not.toContain(SECRET)
})

test.each([
  [{ apiVersion: 'client.authentication.k8s.io/v1alpha1' }, 'apiVersion is none of'],
  [{ command: '' }, 'names no command'],
  [{ interactiveMode: undefined }, 'interactiveMode is none of'],
  [{ interactiveMode: 'Sometimes' }, 'interactiveMode is none of'],
  [{ interactiveMode: 'Always' }, 'standard input is not a terminal'],
  [{ env: [{ value: 'x' }] }, 'a variable has no name'],
  [{ args: [1] }, 'args must be a list of texts'],
])('an invalid plugin configuration is reported when the kubeconfig is read: %j', async (exec, expected) => {
  await expect(withPlugin({ exec })).rejects.toThrow(expected)
})

test.each([
  ['Never', V1, true, false],
  ['IfAvailable', V1, true, true],
  ['IfAvailable', V1, false, false],
  ['Always', V1, true, true],
  [undefined, V1BETA1, true, true],
])(
  'mode %s of %s with a terminal %s: it may ask %s',
  async (interactiveMode, apiVersion, interactive, expected) => {
    const { rig, get } = await withPlugin({ exec: { interactiveMode, apiVersion }, interactive })
    rig.run = () => prints({ token: 'one' }, apiVersion)
    await get()
    expect(rig.runs).toMatchObject([{ interactive: expected }])
  },
)

test.each([
  ['get-token', 'get-token'],
  ['./bin/get-token', '/etc/./bin/get-token'],
  ['/opt/get-token', '/opt/get-token'],
])('the command %s is %s', async (command, expected) => {
  const { rig, get } = await withPlugin({ exec: { command } })
  rig.run = () => prints({ token: 'one' })
  await get()
  expect(rig.runs).toMatchObject([{ command: expected }])
})

test("a user's own token takes precedence over the plugin", async () => {
  const { rig, get } = await withPlugin({ user: { token: 'own' } })
  await get()
  expect(authorizations(rig)).toEqual(['Bearer own'])
  expect(rig.runs).toEqual([])
})
