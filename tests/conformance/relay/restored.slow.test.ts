import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createKubeClient, type KubeClient } from '@kube-informer/core'
import { configMaps } from '@kube-informer/core/resources'
import { type ServingRelay, serveRelay } from '@kube-informer/relay/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { relayOf } from './relay-of.ts'
import { TRANSPORTS } from './transports.ts'

const SET_UP_MS = 180_000
const WITHIN_MS = 60_000
const LATER = 20

/** A proxy that keeps connections open whose server is gone. */
class HalfOpenProxy {
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer({ allowHalfOpen: true }, client => {
    const upstream = connect(this.#port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
    }
    client.pipe(upstream)
    upstream.pipe(client, { end: false })
    client.on('close', () => upstream.destroy())
  })
  readonly #port: number

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}

const namesIn = async (client: KubeClient): Promise<readonly (string | undefined)[]> => {
  const { items } = await client.list(configMaps, { namespace: 'default', resourceVersion: '0' })
  return items.map(({ metadata }) => metadata?.name)
}

/** Watches from what the relay has now. Resolves with the code of the ERROR that the watch ends with. */
async function endOfWatch(client: KubeClient): Promise<number | undefined> {
  const { metadata } = await client.list(configMaps, { resourceVersion: '0' })
  const resourceVersion = metadata.resourceVersion ?? ''
  let code: number | undefined
  for await (const events of await client.watch(configMaps, { resourceVersion, timeoutSeconds: 600 }))
    for (const event of events) if (event.type === 'ERROR') code = event.object.code
  return code
}

describeReal('a relay of a real kube-apiserver whose etcd is restored to an older version', () => {
  let cluster: Cluster
  let proxy: HalfOpenProxy
  const relays: ServingRelay[] = []
  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    proxy = new HalfOpenProxy(cluster.url)
  }, SET_UP_MS)
  afterAll(async () => {
    await Promise.all(relays.map(relay => relay.close()))
    proxy?.close()
    await cluster?.stop()
  }, SET_UP_MS)

  test(
    'C26: readers get an ERROR 410 within a minute, also behind a half-open proxy',
    async () => {
      const { url, token } = cluster
      const apiserver = createKubeClient({ baseUrl: url, getToken: () => token })
      const create = (name: string) =>
        apiserver.create(configMaps, { metadata: { namespace: 'default', name } })
      await create('earlier')
      const restore = await cluster.backUpEtcd?.()
      for (let at = 0; at < LATER; at++) await create(`later-${at}`)

      for (const each of [url, await proxy.listen()])
        relays.push(await serveRelay(relayOf({ url: each, token })))
      const readers = relays.flatMap(relay =>
        Object.values(TRANSPORTS).map(options => createKubeClient({ baseUrl: relay.url, ...options })),
      )
      for (const reader of readers) expect(await namesIn(reader)).toContain(`later-${LATER - 1}`)
      const watches = readers.map(endOfWatch)
      await restore?.()

      const restoredAt = Date.now()
      expect(await Promise.all(watches)).toEqual(readers.map(() => 410))
      expect(Date.now() - restoredAt).toBeLessThan(WITHIN_MS)
      for (const reader of readers)
        await expect.poll(() => namesIn(reader), { timeout: 10_000 }).toEqual(['earlier'])
    },
    2 * SET_UP_MS,
  )
})
