import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createKubeClient } from '@kube-informer/core'
import { loadKubeConfig } from '@kube-informer/core/config'
import {
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  generatePods,
  pods,
} from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { build as bundle } from 'esbuild'
import { Miniflare } from 'miniflare'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { tool } from '../../../tools/packages/packages.ts'
import { type Certificates, createCertificates } from '../../../tools/test/certificates.ts'
import type { Probed } from './config-probe.ts'
import {
  type Arrival,
  type Proxying,
  type SecureServing,
  serveProxy,
  serveSecurely,
  TOKEN,
} from './config-server.ts'
import type { Asked } from './config-workerd.ts'

const PODS = 30
const INFORMERS = 20
const TIMEOUT_MS = 60_000
const DIST = join(import.meta.dirname, 'dist')
const SCRIPT = join(DIST, 'config-probe.js')

const RUNTIMES = {
  Node: [process.execPath, []],
  Bun: [tool('bun'), ['run']],
  Deno: [
    tool('deno'),
    [
      'run',
      '--no-config',
      '--no-lock',
      '--allow-net=127.0.0.1,kubernetes.test',
      '--allow-read',
      '--allow-env',
      '--allow-run',
    ],
  ],
} as const

// The environment of this machine may define a proxy.
const NO_PROXIES = Object.fromEntries(
  ['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'].map(name => [name, undefined]),
)

const execute = promisify(execFile)
const base64 = (text: string) => Buffer.from(text).toString('base64')

let certificates: Certificates
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kube-informer-config-'))
  certificates = await createCertificates()
  await bundleFor('config-probe')
  return () => rmSync(folder, { recursive: true })
}, TIMEOUT_MS)

/** Bundles a script, for runtimes that do not load TypeScript from packages. */
async function bundleFor(name: string): Promise<void> {
  await bundle({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outdir: DIST,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    conditions: ['@kube-informer/source'],
    logLevel: 'warning',
  })
}

/** The results by case. */
type Results = Readonly<Record<string, Probed>>

interface Case {
  /** @default the server's address */
  readonly host?: string
  readonly cluster?: object
  readonly user?: object
  readonly namespace?: string
}

/** The kubeconfigs under test, by their label in the server's paths. */
function casesFor(proxy: string): Readonly<Record<string, Case>> {
  const { authority, client } = certificates
  const trusted = { 'certificate-authority-data': base64(authority) }
  const certified = { 'client-certificate-data': base64(client.cert), 'client-key-data': base64(client.key) }
  const printed = {
    kind: 'ExecCredential',
    apiVersion: 'client.authentication.k8s.io/v1',
    status: { clientCertificateData: client.cert, clientKeyData: client.key },
  }
  const exec = {
    apiVersion: printed.apiVersion,
    interactiveMode: 'Never',
    command: process.execPath,
    args: ['--print', JSON.stringify(JSON.stringify(printed))],
  }
  return {
    certificate: { cluster: trusted, user: certified, namespace: 'follow' },
    token: { cluster: trusted, user: { token: TOKEN } },
    refused: { cluster: trusted, user: {} },
    untrusted: { user: { token: TOKEN } },
    plugin: { cluster: trusted, user: { exec } },
    missing: {
      cluster: trusted,
      user: { exec: { ...exec, command: 'no-such-plugin', installHint: 'try harder' } },
    },
    proxied: { cluster: { ...trusted, 'proxy-url': proxy }, user: certified },
    named: { cluster: { ...trusted, 'tls-server-name': 'kubernetes.test' }, user: { token: TOKEN } },
    misnamed: { cluster: { ...trusted, 'tls-server-name': 'other.test' }, user: { token: TOKEN } },
    insecure: { cluster: { 'insecure-skip-tls-verify': true }, user: certified },
    group: { cluster: trusted, user: { token: TOKEN, as: 'me', 'as-groups': ['a'] } },
    groups: { cluster: trusted, user: { token: TOKEN, as: 'me', 'as-groups': ['a', 'b'] } },
  }
}

function writeKubeConfig(label: string, url: string, { host, cluster, user, namespace }: Case): string {
  const server = host === undefined ? url : url.replace('127.0.0.1', host)
  const path = join(folder, `${label}.json`)
  const config = {
    'current-context': label,
    contexts: [{ name: label, context: { cluster: label, user: label, namespace } }],
    clusters: [{ name: label, cluster: { server: `${server}/${label}`, ...cluster } }],
    users: [{ name: label, user }],
  }
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 })
  return path
}

/** Changes the first Pod once all informers watch. */
async function changeOnceWatched(server: FakeApiserver): Promise<void> {
  await vi.waitUntil(() => server.openWatches === INFORMERS, { timeout: TIMEOUT_MS })
  changeFirstPod(server)
}

function changeFirstPod(server: FakeApiserver): void {
  const [pod] = server.list(pods)
  if (!pod) throw new Error('the server has no Pods')
  server.update({ ...pod, metadata: { ...pod.metadata, labels: { changed: 'yes' } } })
}

describe.each(Object.entries(RUNTIMES))('a kubeconfig in %s', (runtime, [command, args]) => {
  let serving: SecureServing
  let proxy: Proxying
  let probed: Results
  /** Runs the runtime for these cases. */
  async function probe(
    cases: readonly (readonly [string, Case])[],
    env?: NodeJS.ProcessEnv,
  ): Promise<Results> {
    const paths = cases.map(([label, each]) => writeKubeConfig(label, serving.url, each))
    const options = { timeout: TIMEOUT_MS, env: { ...process.env, ...NO_PROXIES, ...env } }
    const { stdout } = await execute(command, [...args, SCRIPT, ...paths], options)
    const results = JSON.parse(stdout) as Probed[]
    return Object.fromEntries(cases.map(([label], index) => [label, results[index] ?? {}]))
  }
  const arrivals = (label: string): readonly Arrival[] =>
    serving.arrivals.filter(arrival => arrival.label === label)

  beforeAll(async () => {
    const server = createFakeApiserver({ objects: generatePods({ count: PODS, seed: 1 }) })
    serving = await serveSecurely(server, certificates)
    proxy = await serveProxy()
    const cases = Object.entries(casesFor(proxy.url))
    const [results] = await Promise.all([probe(cases), changeOnceWatched(server)])
    probed = results
    return async () => {
      await Promise.all([serving.close(), proxy.close()])
    }
  }, TIMEOUT_MS + 5_000)

  const distinct = <K extends keyof Arrival>(label: string, what: K): readonly Arrival[K][] => [
    ...new Set(arrivals(label).map(arrival => arrival[what])),
  ]

  test('a private certificate authority and a client certificate: informers sync and receive an update', () => {
    expect(probed.certificate).toEqual({ pods: PODS })
    expect(distinct('certificate', 'certificate')).toEqual(['admin'])
    expect(distinct('certificate', 'protocol')).toEqual([runtime === 'Bun' ? '1.1' : '2.0'])
    expect(arrivals('certificate').length).toBeGreaterThanOrEqual(2 * INFORMERS)
    // Deno opens several connections before it detects HTTP/2.
    if (runtime === 'Node') expect(distinct('certificate', 'connection')).toHaveLength(1)
  })

  test('a token, and no credentials', () => {
    expect(probed.token).toEqual({ pods: PODS })
    expect(probed.refused?.error).toContain('Unauthorized')
    expect(distinct('refused', 'authorization')).toEqual([undefined])
  })

  test('no request is sent to a server with an unknown certificate authority', () => {
    expect(probed.untrusted?.error).toMatch(/self.signed certificate|UnknownIssuer/)
    expect(arrivals('untrusted')).toEqual([])
  })

  test('a credential plugin that prints a certificate', () => {
    expect(probed.plugin).toEqual({ pods: PODS })
    expect(distinct('plugin', 'certificate')).toEqual(['admin'])
  })

  test('a credential plugin that is not installed', () => {
    expect(probed.missing?.error).toContain(
      'the credential plugin no-such-plugin is not installed\n\ntry harder',
    )
    expect(arrivals('missing')).toEqual([])
  })

  test('a proxy that requires a password, and cannot read the tunneled requests', () => {
    expect(probed.proxied).toEqual({ pods: PODS })
    expect(distinct('proxied', 'certificate')).toEqual(['admin'])
    expect(distinct('proxied', 'protocol')).toEqual([runtime === 'Bun' ? '1.1' : '2.0'])
    const authorization = `Basic ${base64('me:secret')}`
    expect(proxy.tunnels).toEqual([{ target: new URL(serving.url).host, authorization }])
  })

  test(
    'the proxy of the environment, which is not used for local addresses',
    async () => {
      const { tunnels, url, close } = await serveProxy()
      onTestFinished(close)
      const { token } = casesFor('')
      const far = { ...token, host: 'kubernetes.test' }
      // Deno and Bun need NO_PROXY; Node gets no proxy for local addresses.
      const noProxy = runtime === 'Node' ? {} : { NO_PROXY: '127.0.0.1' }
      const env = { HTTPS_PROXY: url, DENO_NO_UPDATE_CHECK: '1', ...noProxy }
      expect(await probe(Object.entries({ far, near: token ?? {} }), env)).toEqual({
        far: { pods: PODS },
        near: { pods: PODS },
      })
      const target = new URL(serving.url).host.replace('127.0.0.1', 'kubernetes.test')
      expect(tunnels.map(tunnel => tunnel.target)).toEqual([target])
    },
    TIMEOUT_MS,
  )

  test('tls-server-name is the verified name; Deno reports that it does not support this', () => {
    if (runtime === 'Deno') {
      expect(probed.named?.error).toContain('tls-server-name: Deno can only check the name it connects to')
      return
    }
    expect(probed.named).toEqual({ pods: PODS })
    expect(probed.misnamed?.error).toMatch(/altname/i)
    expect(arrivals('misnamed')).toEqual([])
  })

  test('insecure-skip-tls-verify; Deno reports the flag that it requires instead', () => {
    if (runtime === 'Deno') expect(probed.insecure?.error).toContain('--unsafely-ignore-certificate-errors')
    else expect(probed.insecure).toEqual({ pods: PODS })
  })

  test('impersonated groups are sent as separate headers; Bun rejects them', () => {
    expect(distinct('group', 'groups').flat()).toEqual(['a'])
    if (runtime === 'Bun') expect(probed.groups?.error).toContain('Bun joins headers of one name')
    else expect(arrivals('groups')[0]?.groups).toEqual(['a', 'b'])
  })
})

test('a new client certificate opens a new connection, and watches on the old one continue', async () => {
  const server = createFakeApiserver({ objects: generatePods({ count: PODS, seed: 1 }) })
  const serving = await serveSecurely(server, certificates)
  onTestFinished(serving.close)
  const { authority, client, renewed } = certificates
  const clock = new FakeClock()
  const printed = [client, renewed].map(({ cert, key }) => ({
    apiVersion: 'client.authentication.k8s.io/v1',
    status: {
      clientCertificateData: cert,
      clientKeyData: key,
      expirationTimestamp: new Date(clock.now() + 60_000).toISOString(),
    },
  }))
  const exec = { apiVersion: printed[0]?.apiVersion, interactiveMode: 'Never', command: 'plugin' }
  const cluster = { 'certificate-authority-data': base64(authority) }
  const path = writeKubeConfig('rotated', serving.url, { cluster, user: { exec } })
  const execFile = async () => ({ exitCode: 0, stdout: JSON.stringify(printed.shift()) })
  const config = await loadKubeConfig({ path, clock, execFile })
  onTestFinished(config.close)

  const kube = createKubeClient(config)
  const watch = await kube.watch(pods, { resourceVersion: server.rv })
  await clock.advance(60_000)
  await kube.list(pods)
  changeFirstPod(server)
  for await (const [event] of watch) {
    expect(event?.type).toBe('MODIFIED')
    break
  }
  const [first, second] = serving.arrivals
  expect([first?.certificate, second?.certificate]).toEqual(['admin', 'admin-renewed'])
  expect(first?.connection).not.toBe(second?.connection)
})

describe('a kubeconfig in workerd', () => {
  let worker: Miniflare
  const ask = async (config: Asked): Promise<unknown> =>
    (await worker.dispatchFetch('http://worker/', { method: 'POST', body: JSON.stringify(config) })).json()

  beforeAll(async () => {
    await bundleFor('config-workerd')
    const script = readFileSync(join(DIST, 'config-workerd.js'), 'utf8')
    worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01' })
    return () => worker.dispose()
  }, TIMEOUT_MS)

  test('a token is sent by a plain fetch', async () => {
    const server = createFakeApiserver({ objects: generatePods({ count: PODS, seed: 1 }) })
    const { url, close } = await serve(server)
    onTestFinished(close)
    expect(await ask({ server: url })).toEqual({ pods: PODS })
  })

  test('a certificate is an error with a hint', async () => {
    const asked = ask({
      server: 'https://127.0.0.1',
      'certificate-authority-data': base64(certificates.authority),
    })
    expect(await asked).toEqual({ error: expect.stringContaining('mTLS certificate binding') })
  })

  test('files and credential plugins are errors too', async () => {
    const server = 'https://127.0.0.1'
    expect(await ask({ server, 'certificate-authority': '/ca.crt' })).toEqual({
      error: expect.stringContaining('/ca.crt: this runtime has no files'),
    })
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      interactiveMode: 'Never',
      command: 'get-token',
    }
    expect(await ask({ server, user: { exec } })).toEqual({
      error: expect.stringContaining('this runtime runs no programs'),
    })
  })
})
