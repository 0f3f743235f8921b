import { expect, test } from 'vitest'
import {
  defaultConfig,
  inClusterConfig,
  kubectlProxyConfig,
  loadKubeConfig,
  parseKubeConfig,
} from './index.ts'

const CLUSTER = { server: 'https://dev.example' }

const kubeconfig = (cluster: object, user: object = {}): string =>
  JSON.stringify({
    'current-context': 'dev',
    contexts: [{ name: 'dev', context: { cluster: 'dev', user: 'dev' } }],
    clusters: [{ name: 'dev', cluster: { ...CLUSTER, ...cluster } }],
    users: [{ name: 'dev', user }],
  })

test('a page can use the token of a kubeconfig that the user supplied', async () => {
  const sent: (string | null)[] = []
  const config = await parseKubeConfig(kubeconfig({}, { token: 'abc' }), {
    fetch: async (_, init) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return new Response('{}')
    },
  })
  await config.fetch(`${config.baseUrl}/version`)
  expect(sent).toEqual(['Bearer abc'])
})

test('a page can use kubectl proxy', () => {
  expect(kubectlProxyConfig().baseUrl).toBe('http://127.0.0.1:8001')
})

test.each([
  [
    kubeconfig({ 'certificate-authority-data': btoa('PEM') }),
    'a certificate authority of its own: fetch does not support this here',
  ],
  [
    kubeconfig({ 'insecure-skip-tls-verify': true }),
    'insecure-skip-tls-verify: fetch does not support this here',
  ],
  [
    kubeconfig({ 'proxy-url': 'http://proxy' }),
    'Go through a proxy of your own origin, or through kubectl proxy',
  ],
  [
    kubeconfig({}, { 'client-certificate-data': btoa('PEM'), 'client-key-data': btoa('PEM') }),
    'a client certificate',
  ],
  [kubeconfig({}, { tokenFile: '/token' }), 'cannot read /token: this runtime has no files'],
])('what a page cannot do is an error that says what to do: %s', async (text, expected) => {
  await expect(parseKubeConfig(text, { allowFiles: true })).rejects.toThrow(expected)
})

test('a page cannot run a credential plugin', async () => {
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    interactiveMode: 'Never',
    command: 'get-token',
  }
  const config = await parseKubeConfig(kubeconfig({}, { exec }), { allowExec: true })
  await expect(config.fetch(`${CLUSTER.server}/version`)).rejects.toThrow('this runtime runs no programs')
})

test('a page has no default configuration', async () => {
  await expect(defaultConfig()).rejects.toThrow('no configuration')
  await expect(loadKubeConfig()).rejects.toThrow('no kubeconfig')
  await expect(inClusterConfig()).rejects.toThrow('not in a cluster')
})
