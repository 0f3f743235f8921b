import { createKubeClient } from '@kube-informer/core'
import { createFakeApiserver } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { blueWidgets, replicasOf } from '../src/blue-widgets.ts'
import { widgets } from '../src/generated/example.com/v2/widgets.ts'
import { readDefinition } from './fake-cluster.ts'

test('the informer has the blue Widgets only', async () => {
  const server = createFakeApiserver({ objects: [readDefinition()] })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  for (const color of ['blue', 'red'] as const)
    await client.create(widgets, {
      metadata: { namespace: 'default', name: color },
      spec: { replicas: 3, page: { color } },
    })
  const stopping = new AbortController()
  const informer = blueWidgets(client)
  const running = informer.run(stopping.signal)
  await informer.synced(stopping.signal)
  expect(informer.lister.list().map(({ metadata }) => metadata?.name)).toEqual(['blue'])
  expect(replicasOf(informer.lister, 'default', 'blue')).toBe(3)
  stopping.abort()
  await running
})

test('the server refuses what the types refuse', async () => {
  const server = createFakeApiserver({ objects: [readDefinition()] })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const selected = client.list(widgets, { fieldSelector: 'spec.replicas=3' })
  await expect(selected).rejects.toThrow('field label not supported: spec.replicas')
})
