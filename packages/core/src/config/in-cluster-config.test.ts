import { expect, test } from 'vitest'
import { createConfigRig, oneContext } from '../test/config-rig.ts'
import { defaultConfig, inClusterConfig, kubectlProxyConfig } from './index.ts'

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Simulates a Pod. */
function createPod(env: Readonly<Record<string, string>> = {}) {
  const rig = createConfigRig({
    [`${ACCOUNT}/token`]: 'one\n',
    [`${ACCOUNT}/ca.crt`]: 'PEM',
    [`${ACCOUNT}/namespace`]: 'team-a\n',
  })
  const service = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' }
  return { rig, options: { ...rig.options, env: { ...service, ...env } } }
}

test('uses the service account of the Pod', async () => {
  const { rig, options } = createPod()
  const config = await inClusterConfig(options)
  await config.fetch(`${config.baseUrl}/version`)
  expect(config).toMatchObject({ baseUrl: 'https://10.0.0.1:443', namespace: 'team-a', context: undefined })
  expect(rig.requests[0]?.headers.get('authorization')).toBe('Bearer one')
})

test('an IPv6 address is enclosed in brackets', async () => {
  const { options } = createPod({ KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' })
  expect((await inClusterConfig(options)).baseUrl).toBe('https://[fd00::1]:6443')
})

test('POD_NAMESPACE takes precedence over the mounted namespace; the fallback is default', async () => {
  const { rig, options } = createPod({ POD_NAMESPACE: 'team-b' })
  expect((await inClusterConfig(options)).namespace).toBe('team-b')
  rig.files.delete(`${ACCOUNT}/namespace`)
  expect((await inClusterConfig(createPodWithout(rig.options))).namespace).toBe('default')
})

const createPodWithout = (options: ReturnType<typeof createPod>['rig']['options']) => ({
  ...options,
  env: { KUBERNETES_SERVICE_HOST: 'kubernetes', KUBERNETES_SERVICE_PORT: '443' },
})

test('the token is read again after a period, and at once after a 401', async () => {
  const { rig, options } = createPod()
  const config = await inClusterConfig(options)
  const get = () => config.fetch(`${config.baseUrl}/version`)
  await get()
  rig.files.set(`${ACCOUNT}/token`, 'two')
  await rig.clock.advance(50_000)
  await get()
  rig.files.set(`${ACCOUNT}/token`, 'three')
  rig.answer = headers => (headers.get('authorization') === 'Bearer three' ? 200 : 401)
  expect((await get()).status).toBe(200)
  const sent = rig.requests.map(({ headers }) => headers.get('authorization'))
  expect(sent).toEqual(['Bearer one', 'Bearer two', 'Bearer two', 'Bearer three'])
})

test.each([{}, { KUBERNETES_SERVICE_HOST: 'a' }, { KUBERNETES_SERVICE_PORT: '1' }])(
  'outside of a cluster: %j',
  async env => {
    await expect(inClusterConfig({ env })).rejects.toThrow('not in a cluster')
  },
)

test('a Pod without a mounted token is an error', async () => {
  const { rig, options } = createPod()
  rig.files.delete(`${ACCOUNT}/token`)
  await expect(inClusterConfig(options)).rejects.toThrow(`service account: ${ACCOUNT}/token does not exist`)
})

test('by default the kubeconfig takes precedence, even in a Pod', async () => {
  const { rig, options } = createPod({ HOME: '/me' })
  rig.files.set('/me/.kube/config', oneContext())
  expect(await defaultConfig(options)).toMatchObject({ context: 'dev' })
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one without contexts', '{"apiVersion":"v1","kind":"Config","contexts":null,"current-context":""}'],
])('by default it is the service account where there is no kubeconfig: %s', async (_, text) => {
  const { rig, options } = createPod({ HOME: '/me' })
  if (text !== undefined) rig.files.set('/me/.kube/config', text)
  expect(await defaultConfig(options)).toMatchObject({ baseUrl: 'https://10.0.0.1:443' })
})

test('by default an invalid kubeconfig is an error and does not fall back to another identity', async () => {
  const { rig, options } = createPod({ KUBECONFIG: '/me/config' })
  rig.files.set('/me/config', '[')
  await expect(defaultConfig(options)).rejects.toThrow('/me/config: is neither JSON nor YAML')
  rig.files.set('/me/config', '{"contexts":[{"name":"a"}]}')
  await expect(defaultConfig(options)).rejects.toThrow('no current-context is set')
})

test('by default an explicit file or context has no fallback', async () => {
  const { options } = createPod()
  await expect(defaultConfig({ ...options, context: 'dev' })).rejects.toThrow('no kubeconfig')
  await expect(defaultConfig({ ...options, path: '/nowhere' })).rejects.toThrow('/nowhere does not exist')
})

test.each([
  [{ HOME: '/me' }, 'there is no context in /me/.kube/config, and this is no Pod'],
  [{}, 'neither KUBECONFIG nor HOME is set'],
])('by default the error lists what was looked for: %j', async (env, expected) => {
  await expect(defaultConfig({ ...createConfigRig().options, env })).rejects.toThrow(expected)
})

test('kubectl proxy needs no credentials', async () => {
  const { options, requests } = createConfigRig()
  const config = kubectlProxyConfig(options)
  await config.fetch(`${config.baseUrl}/version`)
  expect(config).toMatchObject({ baseUrl: 'http://127.0.0.1:8001', namespace: 'default' })
  expect(requests[0]?.headers.get('authorization')).toBeNull()
  expect(kubectlProxyConfig({ url: 'http://[::1]:9000/prefix/' }).baseUrl).toBe('http://[::1]:9000/prefix')
})
