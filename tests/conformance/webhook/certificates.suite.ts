import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { createWebhookServer, keepWebhooksInstalled } from '@kube-informer/controller/node'
import { admission, allowed, webhookHandler } from '@kube-informer/controller/webhook'
import { configMaps, validatingWebhookConfigurations } from '@kube-informer/core/resources'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Certificates, createCertificates } from '../../../tools/test/certificates.ts'
import type { RealCluster } from '../controller/real-cluster.ts'
import { CONFIG_MAPS, fullName, LABEL, labelled, register, rejectionOf } from './registrations.ts'

const NAME = 'certified'

/** Certificates that are replaced while an apiserver sends requests. */
export function certificatesSuite(real: RealCluster): void {
  test('C-ADM-27: certificate and CA are replaced without a write that fails', async () => {
    const [first, second, other] = await Promise.all([
      createCertificates(),
      createCertificates(),
      createCertificates(),
    ])
    const files = await openFiles()
    await files.setCertificate(first)
    await files.setAuthorities(first)
    const { calls, url } = await serve(real, files)
    const namespace = await real.namespace()
    let count = 0
    const write = () => {
      const { metadata, ...object } = labelled(namespace, NAME)
      const named = { ...metadata, name: `write-${++count}` }
      return real.client.create(configMaps, { ...object, metadata: named })
    }
    const isCalled = async () => {
      await write()
      expect(calls()).toBeGreaterThan(0)
    }
    await vi.waitFor(isCalled, { timeout: 20_000 })
    const writing = keepWriting(write)

    // The order of a rotation: both authorities are trusted while the certificate changes.
    await files.setAuthorities(first, second)
    await isInUse(real, first, second)
    await files.setCertificate(second)
    await expect.poll(() => isServed(url, second)).toBe(true)
    await files.setAuthorities(second)
    await isInUse(real, second)
    const before = calls()
    await expect.poll(calls).toBeGreaterThan(before + 1)
    expect(await writing.stop()).toEqual([])
    expect(calls()).toBeGreaterThanOrEqual(count - 1)

    // The apiserver keeps the connections of each bundle that it has used: `first` would still be enough.
    await files.setAuthorities(other)
    await isInUse(real, other)
    expect((await rejectionOf(write())).message).toMatch(
      /failed calling webhook "certified\.webhooks\.test": failed to call webhook: .*x509: certificate signed by unknown authority/,
    )
  })
}

type Files = Awaited<ReturnType<typeof openFiles>>

/** A folder like the one where a Secret of cert-manager is mounted. */
async function openFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-certificates-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const caFile = join(folder, 'ca.crt')
  return {
    folder,
    caFile,
    setCertificate: async ({ server }: Certificates) => {
      await writeFile(join(folder, 'tls.crt'), server.cert)
      await writeFile(join(folder, 'tls.key'), server.key)
    },
    setAuthorities: (...authorities: readonly Certificates[]) => writeFile(caFile, bundleOf(authorities)),
  }
}

const bundleOf = (authorities: readonly Certificates[]): string =>
  authorities.map(({ authority }) => authority).join('\n')

/** Serves a webhook, and keeps it registered. */
async function serve({ client }: RealCluster, { folder, caFile }: Files) {
  let calls = 0
  const allow = () => {
    calls++
    return allowed()
  }
  const webhook = admission(allow, { type: 'validating', path: '/validate', operations: ['CREATE'] })
  const handler = webhookHandler([webhook])
  const server = createWebhookServer({ handler, certDir: folder, host: '127.0.0.1', port: 0 })
  const stop = new AbortController()
  const running = [server.run(stop.signal)]
  onTestFinished(async () => {
    stop.abort()
    await Promise.all(running)
  })
  await server.waitForSync(stop.signal)
  const { url = '' } = server
  const installed = keepWebhooksInstalled({
    client,
    webhooks: [webhook],
    name: NAME,
    url,
    caFile,
    overrides: { [webhook.path]: { name: fullName(NAME), rules: [CONFIG_MAPS] } },
    objectSelector: { matchLabels: { [LABEL]: NAME } },
  })
  running.push(installed.run(stop.signal))
  return { calls: () => calls, url }
}

/** Resolves when the apiserver uses these authorities. */
async function isInUse(real: RealCluster, ...authorities: readonly Certificates[]): Promise<void> {
  const bundle = Buffer.from(bundleOf(authorities)).toString('base64')
  const written = async () => {
    const { webhooks } = await real.client.get(validatingWebhookConfigurations, { name: NAME })
    return webhooks?.[0]?.clientConfig.caBundle
  }
  await expect.poll(written).toBe(bundle)
  // Configurations are used in the order of their writes.
  await register(real, 'later', [], bundleOf(authorities))
}

/** Writes again and again. `stop` resolves with the errors. */
function keepWriting(write: () => Promise<unknown>) {
  const failures: unknown[] = []
  let isStopped = false
  const ended = (async () => {
    while (!isStopped) await write().catch((error: unknown) => failures.push(error))
  })()
  return {
    stop: async () => {
      isStopped = true
      await ended
      return failures
    },
  }
}

/** Whether a server presents a certificate of this authority. */
const isServed = (url: string, { authority }: Certificates): Promise<boolean> =>
  new Promise(resolve => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), ca: authority }, () => {
      resolve(socket.authorized)
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
  })
