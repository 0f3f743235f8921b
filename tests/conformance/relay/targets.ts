import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKubeClient } from '@kube-informer/core'
import { accessReview, tokenReview } from '@kube-informer/relay'
import { serveRelay } from '@kube-informer/relay/node'
import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { openCluster, trust } from '../../../tools/kubernetes/cluster.ts'
import { createCertificates } from '../../../tools/test/certificates.ts'
import { Kubectl } from '../kubectl/kubectl.ts'
import type { Target } from '../kubectl/targets.ts'
import { relayOf } from './relay-of.ts'

/** A relay in front of the fake apiserver. */
export async function openRelayedFake(): Promise<Target> {
  const server = createFakeApiserver({ controllers: { namespaces: true, garbageCollector: true } })
  const upstream = await serve(server)
  const relay = await serveRelay(relayOf(upstream))
  const kubectl = new Kubectl(['--server', relay.url])
  return {
    kubectl,
    close: async () => {
      await kubectl.close()
      await relay.close()
      await upstream.close()
    },
  }
}

/** A real kube-apiserver behind a relay. */
export interface RelayedReal extends Target {
  /** The apiserver. */
  readonly upstream: { readonly url: string; readonly token: string }
}

/**
 * A relay in front of a real kube-apiserver, which authenticates and authorizes its readers. kubectl sends its token over
 * TLS only.
 */
export async function openRelayedReal(): Promise<RelayedReal> {
  const cluster = await openCluster(() => {})
  if ('skip' in cluster) throw new Error(cluster.skip)
  trust(cluster)
  const { url, token } = cluster
  const client = createKubeClient({ baseUrl: url, getToken: () => token })
  const { authority, server: tls } = await createCertificates()
  const reviews = { authenticate: tokenReview({ client }), authorize: accessReview({ client }) }
  const relay = await serveRelay(relayOf(cluster, reviews), { tls })
  const folder = mkdtempSync(join(tmpdir(), 'relay-ca-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority)
  const kubectl = new Kubectl(['--server', relay.url, '--token', token, '--certificate-authority', caFile])
  return {
    kubectl,
    upstream: { url, token },
    close: async () => {
      await kubectl.close()
      await relay.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
