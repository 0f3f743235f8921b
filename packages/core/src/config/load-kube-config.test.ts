import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createConfigRig, oneContext, printed } from '../test/config-rig.ts'
import { configHost } from './config-host.ts'
import { loadKubeConfig, parseKubeConfig } from './index.ts'

const FIRST = `
apiVersion: v1
kind: Config
current-context: ""
clusters:
- name: shared
  cluster:
    server: https://first.example:6443/prefix/
users:
- name: red
  user:
    tokenFile: tokens/red
contexts:
- name: one
  context: { cluster: shared, user: red, namespace: team-a }
`

const SECOND = `
current-context: two
clusters:
- name: shared
  cluster:
    server: https://second.example
    disable-compression: true
- name: other
  cluster:
    server: https://other.example
users:
- name: red
  user:
    tokenFile: unused
    as: jane
contexts:
- name: two
  context: { cluster: other, user: red }
- name: mixed
  context: { cluster: shared, user: red }
`

const merged = () => {
  const rig = createConfigRig({
    '/home/a/first': FIRST,
    'below/second': SECOND,
    '/home/a/tokens/red': 'red-token\n',
  })
  rig.options.env.KUBECONFIG = '/missing::/home/a/first:below/second:/home/a/first'
  return rig
}

test('missing files and empty names in KUBECONFIG are ignored, and no file is read twice', async () => {
  const rig = merged()
  const config = await loadKubeConfig(rig.options)
  expect(rig.reads).toEqual(['/missing', '/home/a/first', 'below/second', '/home/a/tokens/red'])
  expect(config).toMatchObject({ context: 'two', namespace: 'default', baseUrl: 'https://other.example' })
})

test('merges as kubectl does: the first entry of each name and the first current-context apply', async () => {
  const rig = merged()
  const config = await loadKubeConfig({ ...rig.options, context: 'mixed' })
  await config.fetch(`${config.baseUrl}/version`)
  expect(config.baseUrl).toBe('https://first.example:6443/prefix')
  // The second file's disable-compression and impersonation are not merged.
  expect(config.headers).toEqual({})
  expect(rig.requests[0]?.headers.get('authorization')).toBe('Bearer red-token')
})

test("uses the context's namespace", async () => {
  const { options } = merged()
  expect(await loadKubeConfig({ ...options, context: 'one' })).toMatchObject({
    context: 'one',
    namespace: 'team-a',
  })
})

test.each(['HOME', 'USERPROFILE'])('without KUBECONFIG reads .kube/config in %s', async variable => {
  const { options } = createConfigRig({ '/me/.kube/config': oneContext() })
  expect(await loadKubeConfig({ ...options, env: { [variable]: '/me' } })).toMatchObject({ context: 'dev' })
})

test('an explicit file takes precedence over KUBECONFIG and must exist', async () => {
  const { options } = createConfigRig({ 'a.yaml': oneContext(), b: '' })
  const env = { KUBECONFIG: 'b' }
  expect(await loadKubeConfig({ ...options, env, path: 'a.yaml' })).toMatchObject({ context: 'dev' })
  await expect(loadKubeConfig({ ...options, env, path: 'c.yaml' })).rejects.toThrow('c.yaml does not exist')
})

test.each([
  [{}, 'neither KUBECONFIG nor HOME is set'],
  [{ HOME: '/me' }, '/me/.kube/config does not exist'],
  [{ KUBECONFIG: 'x:y' }, 'x, y does not exist'],
])('no kubeconfig at all: %j', async (env, text) => {
  await expect(loadKubeConfig({ ...createConfigRig().options, env })).rejects.toThrow(text)
})

test('an unreadable file is an error', async () => {
  const readFile = async () => {
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
  }
  const loading = loadKubeConfig({ env: { KUBECONFIG: '/secret' }, readFile })
  await expect(loading).rejects.toThrow('kubeconfig: /secret cannot be read')
})

test.each([
  [{ context: 'prod' }, 'a.yaml: context "prod" does not exist; there is: "dev"'],
  [
    { text: oneContext({ context: { cluster: 'gone' } }) },
    'cluster "gone", which context "dev" names, does not exist; there is: "dev-cluster"',
  ],
  [
    { text: oneContext({ context: { user: 'gone' } }) },
    'user "gone", which context "dev" names, does not exist; there is: "dev-user"',
  ],
  [{ text: oneContext({ context: { cluster: '' } }) }, 'context "dev": names no cluster'],
  [{ text: oneContext({ cluster: { server: '' } }) }, 'cluster "dev-cluster": has no server'],
  [{ text: oneContext({ cluster: { server: 'https://' } }) }, 'cluster "dev-cluster": server must be a URL'],
  [
    { text: oneContext({ cluster: { server: 'file:///etc/passwd' } }) },
    'server has another scheme than http',
  ],
  [
    { text: oneContext({ cluster: { server: 'unix:///run/api.sock' } }) },
    'server has another scheme than http',
  ],
  [{ text: oneContext({ cluster: { server: 'javascript:alert(1)' } }) }, 'server must be a URL'],
  [{ text: oneContext({ cluster: { 'proxy-url': 'http://a:%zz@proxy' } }) }, 'proxy-url contains a %'],
  [
    { text: '{"contexts":[{"name":"a"},{"name":"b"}]}' },
    'no current-context is set; choose one with the option context: "a", "b"',
  ],
  [{ text: '{"users":[{"name":"a"},{"name":"a"}]}' }, 'two entries of users are called "a"'],
  [{ text: '{}' }, 'no current-context is set; choose one with the option context: nothing'],
  [{ text: '[]' }, 'a.yaml: must be a mapping'],
  [{ text: '{"users":{}}' }, 'a.yaml: users must be a list'],
  [
    { text: oneContext({ cluster: { 'insecure-skip-tls-verify': 'yes' } }) },
    'insecure-skip-tls-verify is neither true nor false',
  ],
  [
    {
      text: oneContext({
        cluster: { 'insecure-skip-tls-verify': true, 'certificate-authority-data': 'YQ==' },
      }),
    },
    'contradict',
  ],
  [
    { text: oneContext({ cluster: { 'certificate-authority': 'ca.crt' } }) },
    'certificate-authority: dir/ca.crt does not exist',
  ],
  [
    { text: oneContext({ user: { 'auth-provider': { name: 'gcp' } } }) },
    'only the auth-provider oidc is supported; use a credential plugin',
  ],
  [{ text: oneContext({ user: { token: 'a', username: 'b' } }) }, 'only one is allowed'],
  [
    { text: oneContext({ user: { 'client-certificate-data': 'YQ==' } }) },
    'has a client-certificate and no client-key',
  ],
  [{ text: oneContext({ user: { 'as-groups': ['a'] } }) }, 'need as, the user to impersonate'],
] as const)(
  'an invalid value is reported with its location and the valid choices: %j',
  async (given, expected) => {
    const { text = oneContext(), ...options } = given as { text?: string; context?: string }
    const path = expected.includes('dir/') ? 'dir/a.yaml' : 'a.yaml'
    const parsing = parseKubeConfig(text, {
      ...createConfigRig().options,
      ...options,
      path,
      allowFiles: true,
    })
    await expect(parsing).rejects.toThrow(expected)
    await expect(parsing).rejects.toMatchObject({ name: 'ConfigError', code: 'ConfigError' })
  },
)

const SECRET = 's3cr3t-value'

test.each([
  ['broken JSON', `{"users": [{"user": {"token": "${SECRET}" "x"`],
  ['broken YAML', `users:\n- user:\n    token: "${SECRET}\n  x: [`],
  ['YAML with a duplicate key', `a:\n  ${SECRET}: 1\n  ${SECRET}: 2\n`],
  ['a token that is no text', oneContext({ user: { token: [SECRET] } })],
  ['a token that no header can carry', oneContext({ user: { token: `${SECRET}\nx` } })],
  ['data that is no base64', oneContext({ user: { 'client-certificate-data': `${SECRET}%%` } })],
  ['a proxy with a password', oneContext({ cluster: { 'proxy-url': `ftp://me:${SECRET}@proxy` } })],
  ['a server with a password', oneContext({ cluster: { server: `https://me:${SECRET}@[` } })],
])('no secret gets into an error: %s', async (_, text) => {
  const parsing = parseKubeConfig(text, createConfigRig().options)
  await expect(parsing).rejects.toMatchObject({ name: 'ConfigError' })
  expect(printed(await parsing.catch(error => error))).not.toContain(SECRET)
})

test('invalid YAML is reported with its line', async () => {
  const parsing = parseKubeConfig('a: 1\nb: [\n', { path: 'x.yaml' })
  await expect(parsing).rejects.toThrow(/^x\.yaml: is neither JSON nor YAML \(line \d\)$/)
})

const DEV = `current-context: dev
contexts: [{ name: dev, context: { cluster: dev } }]
clusters:
- name: dev
  cluster: { server: https://dev.example }
`

test.each([
  ['a trailing ---', `${DEV}---\n`],
  ['a trailing ...', `${DEV}...\n`],
  ['a second document', `${DEV}---\nfoo: bar\n`],
  ['a second document that is no YAML', `${DEV}---\nfoo: [\n`],
  ['a leading ---', `# generated\n---\n${DEV}`],
  ['Windows line ends', DEV.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${DEV}`],
  ['JSON with a byte order mark', `\ufeff${oneContext()}`],
])('as in kubectl, the first document of a text is read: %s', async (_, text) => {
  expect((await parseKubeConfig(text, createConfigRig().options)).baseUrl).toBe('https://dev.example')
})

test.each([
  ['UTF-8 with a mark', Buffer.from(`\ufeff${DEV}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\ufeff${DEV}`, 'utf16le')],
  ['UTF-16 of the other byte order', Buffer.from(`\ufeff${DEV}`, 'utf16le').swap16()],
])('a file in %s is read', async (_, bytes) => {
  const path = join(await mkdtemp(join(tmpdir(), 'kubeconfig-')), 'config')
  await writeFile(path, bytes)
  expect((await loadKubeConfig({ path, env: {} })).baseUrl).toBe('https://dev.example')
})

test('the output of a program in UTF-16 is read', async () => {
  const { execFile } = configHost({})
  const script = 'process.stdout.write(Buffer.from(process.argv[1], "utf16le"))'
  const { stdout } = await execFile(process.execPath, ['-e', script, '\ufefftoken'], {
    env: {},
    interactive: false,
  })
  expect(stdout).toBe('token')
})

test('YAML is parsed as in kubectl: yes is true, and << merges', async () => {
  const text = `
shared: &shared { server: dev.example, insecure-skip-tls-verify: yes }
current-context: dev
contexts: [{ name: dev, context: { cluster: dev } }]
clusters: [{ name: dev, cluster: { <<: *shared } }]
`
  expect((await parseKubeConfig(text, createConfigRig().options)).baseUrl).toBe('https://dev.example')
})

test('names of inherited properties are ordinary names', async () => {
  const text = `
current-context: __proto__
contexts: [{ name: __proto__, context: { cluster: constructor, user: toString } }]
clusters: [{ name: constructor, cluster: { server: "https://a.example" } }]
users: [{ name: toString, user: { token: t, as: me, as-user-extra: { valueOf: [x] } } }]
`
  const { options, requests } = createConfigRig()
  const config = await parseKubeConfig(text, options)
  await config.fetch(`${config.baseUrl}/version`)
  expect(config).toMatchObject({ context: '__proto__', baseUrl: 'https://a.example' })
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer t')
  await expect(parseKubeConfig(oneContext(), { ...options, context: 'hasOwnProperty' })).rejects.toThrow(
    'does not exist',
  )
  await expect(parseKubeConfig('{}', options)).rejects.toThrow('no current-context')
})

test.each([
  ['JSON', '{"users":[{"name":"a","user":{"__proto__":{"token":"x"}}}]}', 'has a key named __proto__'],
  ['YAML', 'users: [{ name: a, user: { __proto__: { token: x } } }]', 'has a key named __proto__'],
  [
    'a merged key in YAML',
    'a: &a { __proto__: { token: x } }\nusers: [{ name: a, user: { <<: *a } }]',
    'has a key named __proto__',
  ],
  ['deep JSON', `${'[1,'.repeat(100_000)}1${']'.repeat(100_000)}`, 'is nested in more than 100 levels'],
  ['deep YAML', `${'['.repeat(1_000)}${']'.repeat(1_000)}`, 'is nested in more than 100 levels'],
  ['an endless value', 'a: &a [1, *a]', 'is nested in more than 100 levels'],
  ['exponential aliases', exponentialAliases(8), 'YAML aliases expand to too many values'],
  ['a thousand aliases', manyAliases(1_000), 'YAML aliases expand to too many values'],
])('a text that attacks its reader is an error: %s', async (_, text, expected) => {
  const parsing = parseKubeConfig(text, { ...createConfigRig().options, path: 'x.yaml' })
  await expect(parsing).rejects.toThrow(`x.yaml: ${expected}`)
  await expect(parsing).rejects.toMatchObject({ name: 'ConfigError' })
})

/** "Billion laughs": each line has nine times the values of the previous one. */
function exponentialAliases(lines: number): string {
  const below = (line: number) => (line === 0 ? 'x' : `*a${line - 1}`)
  return Array.from(
    { length: lines },
    (_, line) => `a${line}: &a${line} [${Array(9).fill(below(line)).join()}]`,
  ).join('\n')
}

/** Aliases of anchors that expand to one value each. */
function manyAliases(count: number): string {
  return Array.from({ length: count }, (_, i) => `a${i}: &a${i} x\nb${i}: *a${i}`).join('\n')
}

test('two equal keys of a YAML mapping are an error', async () => {
  const members = Array.from({ length: 2_000 }, (_, i) => `k${i}: 1`)
  const { options } = createConfigRig()
  await expect(parseKubeConfig(members.join('\n'), options)).rejects.toThrow('no current-context')
  await expect(parseKubeConfig([...members, 'k7: 2'].join('\n'), options)).rejects.toThrow('two equal keys')
})

test('a few aliases are accepted', async () => {
  const text = `${manyAliases(20)}\n${oneContext().slice(1, -1)}`
  const config = await parseKubeConfig(`{${text.replaceAll('\n', ', ')}}`, createConfigRig().options)
  expect(config.baseUrl).toBe('https://dev.example')
})

test.each([
  ['dev.example:6443', {}, 'http://dev.example:6443'],
  ['dev.example', { 'insecure-skip-tls-verify': true }, 'https://dev.example'],
  ['dev.example', { 'certificate-authority-data': 'YQ==' }, 'https://dev.example'],
  ['https://dev.example/k8s/clusters/c-1?x=1', {}, 'https://dev.example/k8s/clusters/c-1'],
])('a server given as %s with %j is %s', async (server, cluster, baseUrl) => {
  const { options } = createConfigRig()
  expect((await parseKubeConfig(oneContext({ cluster: { server, ...cluster } }), options)).baseUrl).toBe(
    baseUrl,
  )
})

test('resolves Windows paths', async () => {
  const { options, reads } = createConfigRig({
    'C:\\a\\one': '{"users":[]}',
    'D:\\b\\two': oneContext({ user: { tokenFile: 'token' } }),
    'D:\\b/token': 't',
  })
  const env = { KUBECONFIG: 'C:\\a\\one;D:\\b\\two' }
  expect(await loadKubeConfig({ ...options, env, platform: 'win32' })).toMatchObject({ context: 'dev' })
  expect(reads).toEqual(['C:\\a\\one', 'D:\\b\\two', 'D:\\b/token'])
})
