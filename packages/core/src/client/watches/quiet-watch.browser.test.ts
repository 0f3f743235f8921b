import { expect, onTestFinished, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
import type { ResourceDefinition } from '../../api/resource.ts'
import { configMaps, pods, services } from '../../resources/index.ts'
import { createKubeClient, type KubeClientOptions } from '../kube-client.ts'

/** A client of a real server, whose collections do not change. */
async function connect(options: Partial<KubeClientOptions> = {}) {
  const baseUrl = await commands.startFakeApiserver()
  onTestFinished(() => commands.stopFakeApiserver(baseUrl))
  return createKubeClient({ baseUrl, ...options })
}

function untilFinished(): AbortSignal {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  return controller.signal
}

test('a watch without events opens, and delivers the first one when it comes', async () => {
  const client = await connect()
  const { metadata } = await client.list(pods)
  const watch = await client.watch(pods, metadata, { signal: untilFinished() })
  const received = watch[Symbol.asyncIterator]().next()
  await client.create(pods, {
    metadata: { name: 'late', namespace: 'default' },
    spec: { containers: [{ name: 'main', image: 'example/app:1' }] },
  })
  expect((await received).value).toMatchObject([{ type: 'ADDED', object: { metadata: { name: 'late' } } }])
})

test('quiet watches take turns where there are fewer connections than watches', async () => {
  const client = await connect({ maxFetchWatches: 1 })
  const signal = untilFinished()
  const opened: string[] = []
  const open = async (resource: ResourceDefinition) => {
    const { metadata } = await client.list(resource)
    const watch = await client.watch(resource, metadata, { signal })
    opened.push(resource.plural)
    // Reads to the end of its turn.
    for await (const _ of watch);
  }
  const first = open(services)
  await vi.waitFor(() => expect(opened).toEqual(['services']))
  void open(configMaps).catch(() => {})
  await vi.waitFor(() => expect(opened).toEqual(['services', 'configmaps']))
  await first
})

test('a watch from a version that is too old fails at once', async () => {
  const client = await connect()
  const watch = client.watch(pods, { resourceVersion: 'nonsense' }, { signal: untilFinished() })
  await expect(watch).rejects.toMatchObject({ code: 500 })
})
