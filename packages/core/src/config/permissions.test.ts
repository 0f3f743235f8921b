import { expect, test } from 'vitest'
import { createConfigRig, oneContext } from '../test/config-rig.ts'
import { defaultConfig, type KubeConfigPermissions, loadKubeConfig, parseKubeConfig } from './index.ts'

const exec = (more: object = {}) => ({
  exec: {
    apiVersion: 'client.authentication.k8s.io/v1',
    interactiveMode: 'Never',
    command: 'get-token',
    ...more,
  },
})

const PRINTED = JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', status: { token: 'one' } })

/** Parses a kubeconfig and sends one request, on a machine where every file exists and every program prints a token. */
async function attempt(
  entries: { readonly user?: object; readonly cluster?: object },
  permissions: KubeConfigPermissions,
) {
  const rig = createConfigRig()
  rig.run = () => ({ exitCode: 0, stdout: PRINTED })
  const readFile = async (path: string) => {
    rig.reads.push(path)
    return 'content'
  }
  const request = async () => {
    const options = { ...rig.options, readFile, path: '/etc/config', ...permissions }
    const config = await parseKubeConfig(oneContext(entries), options)
    await config.fetch(`${config.baseUrl}/version`)
  }
  return {
    rig,
    outcome: await request().then(
      () => undefined,
      (error: unknown) => error,
    ),
  }
}

test.each<[string, Parameters<typeof attempt>[0], ...string[]]>([
  [
    '/etc/passwd',
    { user: { tokenFile: '/etc/passwd' } },
    'user "dev-user": tokenFile names a file',
    'into token,',
  ],
  [
    'a relative path',
    { user: { tokenFile: 'token' } },
    'user "dev-user": tokenFile names a file',
    'into token,',
  ],
  [
    'a token beside it',
    { user: { token: 'a', tokenFile: 'token' } },
    'tokenFile names a file',
    'into token,',
  ],
  [
    'a certificate',
    { user: { 'client-certificate': 'a', 'client-key': 'b' } },
    'client-certificate names a file',
    'into client-certificate-data,',
  ],
  [
    'a key',
    { user: { 'client-certificate-data': 'YQ==', 'client-key': 'b' } },
    'client-key names a file',
    'into client-key-data,',
  ],
  [
    'an authority',
    { cluster: { 'certificate-authority': '../ca.crt' } },
    'cluster "dev-cluster": certificate-authority names a file',
    'into certificate-authority-data,',
  ],
])('parseKubeConfig reads no file unless allowFiles is set: %s', async (_, entries, ...expected) => {
  const denied = await attempt(entries, {})
  for (const text of [...expected, 'allowFiles'])
    expect(denied.outcome).toHaveProperty('message', expect.stringContaining(text))
  expect(denied.outcome).toHaveProperty('name', 'ConfigError')
  expect(denied.rig.reads).toEqual([])
  const allowed = await attempt(entries, { allowFiles: true })
  expect(allowed.outcome).toBeUndefined()
  expect(allowed.rig.reads).not.toEqual([])
})

test('a path beside the data itself is not used', async () => {
  const user = { 'client-certificate-data': 'YQ==', 'client-certificate': '/a', 'client-key-data': 'YQ==' }
  const { rig, outcome } = await attempt({ user }, {})
  expect([outcome, rig.reads]).toEqual([undefined, []])
})

test.each<[string, object, KubeConfigPermissions, string | undefined]>([
  ['by default', exec(), {}, 'exec: runs the program "get-token", which is not allowed here'],
  ['by default, a path', exec({ command: './evil' }), {}, 'set allowExec if you trust this kubeconfig'],
  ['allowFiles is another permission', exec(), { allowFiles: true }, 'not allowed here'],
  ['a list without it', exec(), { allowExec: ['aws'] }, '"get-token" is not in the list allowExec'],
  ['an empty list', exec(), { allowExec: [] }, 'not in the list'],
  [
    'a path to a listed name',
    exec({ command: './get-token' }),
    { allowExec: ['get-token'] },
    'not in the list',
  ],
  ['a listed program', exec({ args: ['a'] }), { allowExec: ['get-token'] }, undefined],
  [
    'a listed program with another PATH',
    exec({ env: [{ name: 'PATH', value: '/tmp/evil' }] }),
    { allowExec: ['get-token'] },
    'sets env, which a list in allowExec does not permit',
  ],
  ['any program, with env', exec({ env: [{ name: 'A', value: 'b' }] }), { allowExec: true }, undefined],
])(
  'parseKubeConfig runs only programs that allowExec permits: %s',
  async (_, user, permissions, expected) => {
    const { rig, outcome } = await attempt({ user }, permissions)
    if (expected === undefined) expect(outcome).toBeUndefined()
    else expect(outcome).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(expected) })
    expect(rig.runs).toHaveLength(expected === undefined ? 1 : 0)
  },
)

test.each([
  ['loadKubeConfig', loadKubeConfig],
  ['defaultConfig', defaultConfig],
] as const)('%s permits both, as kubectl does, unless they are forbidden', async (_, load) => {
  const files = {
    '/k': oneContext({ user: exec() }),
    '/f': oneContext({ user: { tokenFile: 'token' } }),
    '/token': 'two',
  }
  const rig = createConfigRig(files)
  rig.run = () => ({ exitCode: 0, stdout: PRINTED })
  const config = await load({ ...rig.options, path: '/k' })
  await config.fetch(`${config.baseUrl}/version`)
  await load({ ...rig.options, path: '/f' })
  expect(rig.runs).toHaveLength(1)
  expect(rig.reads).toContain('/token')
  await expect(load({ ...rig.options, path: '/k', allowExec: false })).rejects.toThrow('not allowed here')
  await expect(load({ ...rig.options, path: '/f', allowFiles: false })).rejects.toThrow('names a file')
})
