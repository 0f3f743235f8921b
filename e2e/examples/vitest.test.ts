import { createKubeClient } from '@kube-informer/core'
import { createFakeApiserver, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'

test('a deleted Pod is removed from the server', async () => {
  const metadata = { name: 'web', namespace: 'default' }
  const server = createFakeApiserver({ objects: [{ kind: 'Pod', apiVersion: 'v1', metadata }] })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  await client.delete(pods, metadata)
  expect(server.list(pods)).toEqual([])
})
