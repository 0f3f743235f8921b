import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preview } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { mountClusters } from './apiservers.ts'
import { kubeconfigClusters } from './kubeconfig-clusters.ts'
import { ownPageOnly } from './own-page.ts'
import { realClusters } from './real-clusters.ts'
import { testServers } from './test-servers.ts'
import { viewingAs } from './view-as.ts'

const { serve } = testServers()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-kubeconfig-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(
  name: string,
  contexts: readonly string[],
  server = 'https://cluster.example',
): Promise<string> {
  const config = {
    'current-context': contexts[1],
    clusters: [{ name: 'main', cluster: { server } }],
    users: [{ name: 'jane', user: { token: 'secret-token', tokenFile: 'missing' } }],
    contexts: contexts.map(context => ({ name: context, context: { cluster: 'main', user: 'jane' } })),
  }
  await writeFile(join(folder, name), JSON.stringify(config))
  return name
}

const NO_OPTIONS = { kubeconfig: undefined, context: undefined, apiserver: undefined }

test('every context is a cluster, the current one first, under ids that fit into URLs', async () => {
  const names = ['arn:aws:eks:eu-1:1:cluster/prod', 'kind-kind', 'fake', 'a b', 'a/b']
  const path = await write('many', names)
  const clusters = await kubeconfigClusters({ path }, { INIT_CWD: folder })
  expect(clusters.map(({ info }) => [info.id, info.name])).toEqual([
    ['kind-kind', 'kind-kind'],
    ['arn-aws-eks-eu-1-1-cluster-prod', names[0]],
    ['fake-2', 'fake'],
    ['a-b', 'a b'],
    ['a-b-2', 'a/b'],
  ])
  expect(clusters[0]?.info).toMatchObject({ baseUrl: '/clusters/kind-kind', kind: 'real' })
  expect(JSON.stringify(clusters.map(({ info }) => info))).not.toContain('secret')
})

test('no request of one context goes to another one of a similar name', async () => {
  const names = ['prod', 'Prod', 'prod.eu', 'PROD', 'prod-2', 'prod/eu', '__proto__', '..', 'K8S']
  const path = join(folder, 'similar')
  const servers = await Promise.all(names.map(name => serve((_, response) => void response.end(name))))
  const config = {
    clusters: names.map((name, index) => ({ name, cluster: { server: servers[index] } })),
    contexts: names.map(name => ({ name, context: { cluster: name } })),
  }
  await writeFile(path, JSON.stringify(config))
  const clusters = await kubeconfigClusters({ path }, { INIT_CWD: folder })
  const site = await preview({
    root: folder,
    configFile: false,
    plugins: [mountClusters(() => clusters)],
    preview: { port: 0 },
    logLevel: 'silent',
  })
  onTestFinished(() => site.close())
  const [url = ''] = site.resolvedUrls?.local ?? []
  for (const { info } of clusters)
    expect(await (await fetch(`${url}${info.baseUrl.slice(1)}/version`)).text()).toBe(info.name)
})

test('a credential plugin runs for the own page only, once, and its output stays here', async () => {
  const runs = join(folder, 'runs')
  const plugin = join(folder, 'plugin.sh')
  const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential' }
  await writeFile(
    plugin,
    `#!/bin/sh\necho run >> '${runs}'\nsleep 0.1\necho '${JSON.stringify({ ...credential, status: { token: 'of-the-plugin' } })}'\nexit $CODE\n`,
  )
  await chmod(plugin, 0o755)
  const exec = { apiVersion: credential.apiVersion, command: './plugin.sh', interactiveMode: 'Never' }
  const path = join(folder, 'exec')
  const userOf = (code: string) => ({ exec: { ...exec, env: [{ name: 'CODE', value: code }] } })
  const config = {
    clusters: [{ name: 'main', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [
      { name: 'works', user: userOf('0') },
      { name: 'fails', user: userOf('3') },
    ],
    contexts: ['works', 'fails'].map(user => ({ name: user, context: { cluster: 'main', user } })),
  }
  await writeFile(path, JSON.stringify(config))
  const clusters = await kubeconfigClusters({ path }, { INIT_CWD: folder })
  const [works = '', fails = ''] = await Promise.all(
    clusters.map(({ handle }) => serve(ownPageOnly(viewingAs(handle)))),
  )
  const countRuns = async () => (await readFile(runs, 'utf8').catch(() => '')).split('\n').length - 1

  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://evil.test' },
  ])
    for (const at of ['/api/v1/pods', '/as/jane/api/v1/pods'])
      expect((await fetch(works + at, { headers })).status).toBe(403)
  expect(await countRuns()).toBe(0)

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${works}/version`).then(response => response.text())),
  )
  expect(await countRuns()).toBe(1)
  const failed = await fetch(`${fails}/version`)
  expect(failed.status).toBe(502)
  const [message] = [await failed.text()]
  expect(message).toContain('failed with exit code 3')
  for (const text of [...answers, message]) expect(text).not.toContain('of-the-plugin')
})

test('--context comes first, and must exist', async () => {
  const path = await write('two', ['one', 'two'])
  const env = { INIT_CWD: folder }
  const [first] = await kubeconfigClusters({ path, context: 'one' }, env)
  expect(first?.info.name).toBe('one')
  await expect(kubeconfigClusters({ path, context: 'three' }, env)).rejects.toThrow(
    '--context: there is no "three"; there is: "one", "two"',
  )
})

test('another server under the same name has another identity', async () => {
  const env = { INIT_CWD: folder }
  const identityOf = async (server: string) =>
    (await kubeconfigClusters({ path: await write('same', ['a', 'b'], server) }, env))[0]?.info.identity
  const first = await identityOf('https://one.example')
  expect(await identityOf('https://one.example')).toBe(first)
  expect(await identityOf('https://two.example')).not.toBe(first)
})

test('requests reach the server of the context', async () => {
  const server = await serve((request, response) => void response.end(request.url))
  const path = await write('local', ['a', 'b'], `${server}/prefix`)
  const [cluster] = await kubeconfigClusters({ path }, { INIT_CWD: folder })
  const url = await serve((request, response) => cluster?.handle(request, response))
  expect(await (await fetch(`${url}/api/v1/pods?limit=1`)).text()).toBe('/prefix/api/v1/pods?limit=1')
})

test('no kubeconfig is read unless KUBECONFIG or an option asks for it', async () => {
  const path = await write('config', ['one', 'two'])
  const home = { HOME: folder, INIT_CWD: folder }
  const idsOf = async (options: object, env: object) =>
    (await realClusters({ ...NO_OPTIONS, ...options }, { ...home, ...env })).map(({ info }) => info.id)
  expect(await idsOf({}, {})).toEqual([])
  expect(await idsOf({}, { KUBECONFIG: path })).toEqual(['two', 'one'])
  expect(await idsOf({ kubeconfig: path }, {})).toEqual(['two', 'one'])
  expect(await idsOf({ apiserver: 'http://127.0.0.1:8001' }, {})).toEqual(['k8s'])
  expect(await idsOf({}, { KUBECONFIG: path, KUBE_APISERVER_URL: 'http://127.0.0.1:1' })).toEqual(['k8s'])
  expect(
    await idsOf({ context: 'one' }, { KUBECONFIG: path, KUBE_APISERVER_URL: 'http://127.0.0.1:1' }),
  ).toEqual(['k8s', 'one', 'two'])
  await expect(idsOf({ apiserver: '127.0.0.1:8001' }, {})).rejects.toThrow(/URLs with http/)
})

test('the token of the environment is not sent to the server of --apiserver', async () => {
  const seen: (string | undefined)[] = []
  const server = await serve(({ headers }, response) => {
    seen.push(headers.authorization)
    response.end()
  })
  const env = { KUBE_APISERVER_URL: server, KUBE_TOKEN: 'secret' }
  for (const apiserver of [undefined, `${server}/`]) {
    const [cluster] = await realClusters({ ...NO_OPTIONS, apiserver }, env)
    const url = await serve((request, response) => cluster?.handle(request, response))
    await fetch(`${url}/version`)
  }
  expect(seen).toEqual(['Bearer secret', undefined])
})
