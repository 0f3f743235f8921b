import { channel } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import {
  createKubeClient,
  createListWatch,
  defineResource,
  type KubeClient,
  SharedIndexInformer,
} from '@kube-informer/core'
import { type ClusterConfig, loadKubeConfig } from '@kube-informer/core/config'
import { configMaps } from '@kube-informer/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { type Certificates, createCertificates } from '../../../tools/test/certificates.ts'

const INFORMERS = 20

const reviews = defineResource<Review>({
  group: 'authentication.k8s.io',
  version: 'v1',
  plural: 'selfsubjectreviews',
  kind: 'SelfSubjectReview',
  namespaced: false,
})

interface Review {
  readonly metadata?: object
  readonly status?: { readonly userInfo: { readonly username: string; readonly groups: readonly string[] } }
}

/** The protocols of the connections that undici opens until the test ends. */
function watchConnections(): readonly (string | false | null)[] {
  const protocols: (string | false | null)[] = []
  const connected = channel('undici:client:connected')
  const listen = (message: unknown) => {
    protocols.push((message as { readonly socket: TLSSocket }).socket.alpnProtocol)
  }
  connected.subscribe(listen)
  onTestFinished(() => void connected.unsubscribe(listen))
  return protocols
}

/** The user that the server authenticates this client as. */
async function selfSubject(
  client: KubeClient,
): Promise<{ username: string; groups: readonly string[] } | undefined> {
  return (await client.create(reviews, { metadata: {} })).status?.userInfo
}

function describeKubeConfig(): void {
  let cluster: Cluster
  let certificates: Certificates
  let folder: string

  beforeAll(async () => {
    certificates = await createCertificates()
    cluster = await startKubernetes({ clientAuthority: certificates.authority })
    folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'))
  }, 120_000)
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 20_000)

  /** Loads a kubeconfig with this user; certificates and keys are files in the same folder. */
  async function load(user: object, given: object = {}): Promise<ClusterConfig> {
    const { authority: _, client } = certificates
    const files = { 'ca.crt': cluster.ca ?? '', 'client.crt': client.cert, 'client.key': client.key }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
    const path = join(folder, 'config.json')
    const config = {
      'current-context': 'real',
      contexts: [{ name: 'real', context: { cluster: 'real', user: 'me' } }],
      clusters: [
        { name: 'real', cluster: { server: cluster.url, 'certificate-authority': 'ca.crt', ...given } },
      ],
      users: [{ name: 'me', user }],
    }
    writeFileSync(path, JSON.stringify(config), { mode: 0o600 })
    const loaded = await loadKubeConfig({ path })
    onTestFinished(() => loaded.close())
    return loaded
  }

  const certified = { 'client-certificate': 'client.crt', 'client-key': 'client.key' }

  test('informers sync with a client certificate, all over one HTTP/2 connection', async () => {
    const protocols = watchConnections()
    const client = createKubeClient(await load(certified))
    expect(await selfSubject(client)).toMatchObject({ username: 'admin' })
    const stopping = new AbortController()
    const informers = Array.from(
      { length: INFORMERS },
      () => new SharedIndexInformer({ listerWatcher: createListWatch(client, configMaps) }),
    )
    const running = informers.map(informer => informer.run(stopping.signal))
    await Promise.all(informers.map(informer => informer.synced()))
    await client.create(configMaps, { metadata: { name: 'seen', namespace: 'default' } })
    for (const informer of informers) {
      await expect.poll(() => informer.lister.namespace('default').get('seen')).toBeDefined()
    }
    stopping.abort()
    await Promise.all(running)
    expect(protocols).toEqual(['h2'])
  })

  test('a token, and a tls-server-name that differs from the URL', async () => {
    const client = createKubeClient(
      await load({ token: cluster.token }, { 'tls-server-name': 'kubernetes.default' }),
    )
    expect(await selfSubject(client)).toMatchObject({ username: 'admin' })
  })

  test('no request is sent to a server whose name is not in its certificate', async () => {
    const client = createKubeClient(await load({ token: cluster.token }, { 'tls-server-name': 'other.test' }))
    await expect(selfSubject(client)).rejects.toMatchObject({ name: 'ConnectionError' })
  })

  test.each([[['devs']], [['devs', 'ops']]])('impersonation, in the groups %j', async groups => {
    const client = createKubeClient(await load({ ...certified, as: 'impersonated', 'as-groups': groups }))
    const seen = await selfSubject(client)
    expect(seen).toEqual({ username: 'impersonated', groups: expect.arrayContaining(groups) })
    expect(seen?.groups.filter(group => !group.startsWith('system:'))).toEqual(groups)
  })

  test('the plugin runs again when the server rejects its token', async () => {
    const runs = join(folder, 'runs')
    const script = `
      const { existsSync, writeFileSync } = require('node:fs')
      const token = existsSync(process.argv[1]) ? process.env.REAL_TOKEN : 'expired'
      writeFileSync(process.argv[1], '')
      const { apiVersion } = JSON.parse(process.env.KUBERNETES_EXEC_INFO)
      console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token } }))`
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      interactiveMode: 'Never',
      command: process.execPath,
      args: ['-e', script, runs],
      env: [{ name: 'REAL_TOKEN', value: cluster.token }],
    }
    expect(await selfSubject(createKubeClient(await load({ exec })))).toMatchObject({ username: 'admin' })
  })
}

describeReal('a kubeconfig for a real kube-apiserver', describeKubeConfig)
