import { createKubeClient, type KubeClient } from '@kube-informer/core'
import { namespaces, pods } from '@kube-informer/core/resources'
import { serveRelay } from '@kube-informer/relay/node'
import { beforeAll, expect, test } from 'vitest'
import { openCluster, trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { buildInformerFaults } from '../../../tools/kubernetes/informer-faults/build.ts'
import { GoInformer } from '../informers/go-informer.ts'
import { OwnInformer } from '../informers/own-informer.ts'
import { relayOf } from './relay-of.ts'
import { TRANSPORTS } from './transports.ts'

const SET_UP_MS = 180_000
const TIMEOUT_MS = 90_000
const NAMESPACE = `relay-${Math.random().toString(36).slice(2, 8)}`

const podOf = (name: string) => ({
  metadata: { name, namespace: NAMESPACE },
  spec: { containers: [{ name: 'a', image: 'example/app:1' }] },
})

/** Creates, changes and deletes Pods. */
async function write(client: KubeClient, round: number): Promise<void> {
  const names = Array.from({ length: 6 }, (_, at) => `p${round}-${at}`)
  for (const name of names) await client.create(pods, podOf(name))
  const [first = '', second = ''] = names
  await client.patch(pods, { namespace: NAMESPACE, name: first }, { metadata: { labels: { a: 'b' } } })
  await client.delete(pods, { namespace: NAMESPACE, name: second }, { gracePeriodSeconds: 0 })
}

async function versions(client: KubeClient): Promise<Record<string, string>> {
  const { items } = await client.list(pods)
  return Object.fromEntries(
    items.map(({ metadata }) => [
      `${metadata?.namespace}/${metadata?.name}`,
      metadata?.resourceVersion ?? '',
    ]),
  )
}

describeReal('informers behind a relay, on a real kube-apiserver', () => {
  let upstream: { readonly url: string; readonly token: string }
  let client: KubeClient
  beforeAll(async () => {
    const cluster = await openCluster(() => {})
    if ('skip' in cluster) throw new Error(cluster.skip)
    trust(cluster)
    upstream = cluster
    client = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
    await client.create(namespaces, { metadata: { name: NAMESPACE } })
    return async () => {
      await client.delete(namespaces, { name: NAMESPACE })
      await cluster.stop()
    }
  }, SET_UP_MS)

  test(
    "client-go's informer and ours equal the server, also after the relay was replaced",
    async ({ skip }) => {
      const missing = buildInformerFaults()
      if (missing) skip(missing)
      let relay = await serveRelay(relayOf(upstream))
      const { url } = relay
      const informers = [
        new GoInformer(url, { watchList: true }),
        new GoInformer(url, { watchList: false }),
        ...Object.values(TRANSPORTS).map(options => new OwnInformer(url, options)),
      ]
      const caches = async () =>
        (await Promise.all(informers.map(informer => informer.state()))).map(({ cache }) => cache)
      const expectEqual = async () => {
        const wanted = await versions(client)
        await expect.poll(caches, { timeout: TIMEOUT_MS, interval: 250 }).toEqual(informers.map(() => wanted))
      }
      try {
        await write(client, 1)
        await expectEqual()
        await relay.close()
        await write(client, 2)
        relay = await serveRelay(relayOf(upstream), { port: Number(new URL(url).port) })
        await write(client, 3)
        await expectEqual()
        // Events have the resourceVersions of the apiserver, so a reader can resume there.
        const { metadata } = await createKubeClient({ baseUrl: url }).list(pods)
        await write(client, 4)
        const events = await client.watch(pods, {
          resourceVersion: metadata.resourceVersion ?? '',
          timeoutSeconds: 2,
        })
        let count = 0
        for await (const batch of events) count += batch.length
        expect(count).toBeGreaterThanOrEqual(8)
      } finally {
        for (const informer of informers) informer.stop()
        await relay.close()
      }
    },
    2 * TIMEOUT_MS,
  )
})
