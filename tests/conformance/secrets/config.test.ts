import { createKubeClient } from '@kube-informer/core'
import { type ExecFileResult, parseKubeConfig } from '@kube-informer/core/config'
import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { watchConsole } from './console-spy.ts'
import { Evidence } from './evidence.ts'
import { type Secrets, secrets } from './secrets.ts'

const RUNS = process.env.LONG ? 5_000 : 100

const EXEC_VERSION = 'client.authentication.k8s.io/v1'

/** The user of a kubeconfig, with secrets in the members that a kubeconfig may have. */
const USERS: Readonly<Record<string, (secrets: Secrets) => object>> = {
  token: ({ token }) => ({ token }),
  'invalid token': ({ token }) => ({ token: `${token}\n${token}` }),
  'token that is no text': ({ token }) => ({ token: { value: token } }),
  password: ({ password }) => ({ username: 'jane', password }),
  'token and password': ({ token, password }) => ({ token, username: 'jane', password }),
  'token file': () => ({ tokenFile: 'token' }),
  'key without a certificate': ({ key }) => ({ 'client-key-data': btoa(key) }),
  'invalid certificate': ({ key }) => ({
    'client-certificate-data': btoa(key),
    'client-key-data': btoa(key),
  }),
  'key that is no base64': ({ key }) => ({ 'client-certificate-data': 'YQ==', 'client-key-data': key }),
  'key file': () => ({ 'client-certificate': 'key', 'client-key': 'key' }),
  'old plugin': ({ password }) => ({
    'auth-provider': { name: 'oidc', config: { 'client-secret': password } },
  }),
  plugin: ({ password }) => ({
    exec: {
      apiVersion: EXEC_VERSION,
      interactiveMode: 'Never',
      command: 'get-token',
      args: ['--password', password],
      env: [{ name: 'PASSWORD', value: password }],
    },
  }),
  'invalid plugin': ({ password }) => ({
    exec: { command: 'get-token', args: [password, 1], env: [{ value: password }] },
  }),
}

const CLUSTERS: Readonly<Record<string, (secrets: Secrets) => object>> = {
  plain: () => ({}),
  'proxy with a password': ({ password }) => ({
    'proxy-url': `http://me:${encodeURIComponent(password)}@127.0.0.1:1`,
  }),
  'proxy that is no URL': ({ password }) => ({ 'proxy-url': `http://me:${password}@[` }),
  'proxy of another kind': ({ password }) => ({
    'proxy-url': `ftp://me:${encodeURIComponent(password)}@proxy`,
  }),
  'SOCKS proxy': ({ password }) => ({
    'proxy-url': `socks5://me:${encodeURIComponent(password)}@127.0.0.1:1`,
  }),
  'server with a password': ({ password }) => ({
    server: `https://me:${encodeURIComponent(password)}@127.0.0.1:1`,
  }),
  'server that is no URL': ({ password }) => ({ server: `https://me:${password}@[` }),
  'invalid authority': ({ key }) => ({ 'certificate-authority-data': btoa(key) }),
}

/** What a credential plugin does. */
const PROGRAMS: Readonly<Record<string, (secrets: Secrets) => ExecFileResult>> = {
  'prints a token': ({ token }) => printed({ status: { token } }),
  'prints an invalid token': ({ token }) => printed({ status: { token: `${token}\u0000` } }),
  'prints a key alone': ({ key }) => printed({ status: { clientKeyData: key } }),
  'prints an invalid certificate': ({ key }) =>
    printed({ status: { clientCertificateData: key, clientKeyData: key } }),
  'prints another version': ({ token }) => printed({ apiVersion: token, status: { token } }),
  'prints an invalid time': ({ token }) => printed({ status: { token, expirationTimestamp: token } }),
  'prints no JSON': ({ token }) => ({ exitCode: 0, stdout: `${token}: {` }),
  fails: ({ token }) => ({ exitCode: 1, stdout: token }),
  'cannot start': ({ password }) => {
    throw Object.assign(new Error(`spawn get-token --password ${password}`), {
      code: 'EACCES',
      spawnargs: ['--password', password],
    })
  },
}

const printed = (more: object): ExecFileResult => ({
  exitCode: 0,
  stdout: JSON.stringify({ kind: 'ExecCredential', apiVersion: EXEC_VERSION, ...more }),
})

const keyOf = (record: Readonly<Record<string, unknown>>) => fc.constantFrom(...Object.keys(record))

const scenario = fc.record({
  secrets,
  user: keyOf(USERS),
  cluster: keyOf(CLUSTERS),
  program: keyOf(PROGRAMS),
  form: fc.constantFrom('JSON', 'YAML'),
  damage: fc.option(
    fc.record({
      at: fc.nat(1_000),
      remove: fc.nat(3),
      insert: fc.constantFrom(
        '',
        '"',
        "'",
        '}',
        '\n',
        '\t',
        '*',
        '&a ',
        '!',
        '%',
        '|',
        '- ',
        ': ',
        '\0',
        '[{',
      ),
    }),
  ),
  permissions: fc.record({ allowExec: fc.boolean(), allowFiles: fc.boolean() }),
  network: fc.constantFrom('none', 'refused'),
})

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

function textOf({ secrets, user, cluster, form, damage }: Scenario): string {
  const entry = USERS[user]?.(secrets) ?? {}
  const server = { server: 'https://127.0.0.1:1', ...CLUSTERS[cluster]?.(secrets) }
  const text =
    form === 'JSON'
      ? JSON.stringify({
          'current-context': 'dev',
          contexts: [{ name: 'dev', context: { cluster: 'dev', user: 'dev' } }],
          clusters: [{ name: 'dev', cluster: server }],
          users: [{ name: 'dev', user: entry }],
        })
      : [
          'current-context: dev',
          'contexts: [{ name: dev, context: { cluster: dev, user: dev } }]',
          'clusters:',
          '- name: dev',
          '  cluster:',
          ...membersOf(server),
          'users:',
          '- name: dev',
          '  user:',
          ...membersOf(entry),
          '',
        ].join('\n')
  if (!damage) return text
  const at = Math.floor((text.length * damage.at) / 1_000)
  return text.slice(0, at) + damage.insert + text.slice(at + damage.remove)
}

/** In block style; values as JSON, which is YAML. */
const membersOf = (values: object): readonly string[] =>
  Object.entries(values).map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`)

test('no secret of a kubeconfig, a file that it names, or a credential plugin gets into an error or a log', async () => {
  let rejections = 0
  await fc.assert(
    fc.asyncProperty(scenario, async given => {
      const evidence = new Evidence()
      const stop = watchConsole(evidence)
      const { token, password, key } = given.secrets
      try {
        const config = await parseKubeConfig(textOf(given), {
          ...given.permissions,
          path: '/etc/kubeconfig',
          env: {},
          interactive: false,
          readFile: async path => (path.endsWith('key') ? key : `${token} ${token}`),
          execFile: async () => PROGRAMS[given.program]?.(given.secrets) ?? { exitCode: 0, stdout: '' },
          ...(given.network === 'none' && { fetch: async () => new Response('{}') }),
        })
        evidence.add('configuration', config)
        const client = createKubeClient({ ...config, clock: new FakeClock() })
        try {
          await client.request('/version', { method: 'POST' })
        } finally {
          await config.close()
        }
      } catch (error) {
        rejections++
        expect(error).toBeInstanceOf(Error)
        evidence.add('error', error)
      } finally {
        stop()
      }
      evidence.expectNone({ token, password, key })
    }),
    { numRuns: RUNS },
  )
  // Most scenarios fail; otherwise the property would say little.
  expect(rejections).toBeGreaterThan(RUNS / 3)
})
