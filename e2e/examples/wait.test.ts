import { createKubeClient } from '@kube-informer/core'
import { createFakeApiserver, generatePods, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'

test('no polling: `idle()` resolves when the server has sent every response', async () => {
  const server = createFakeApiserver({ objects: generatePods({ count: 10 }) })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  await client.list(pods, { limit: 5 })
  await server.idle()
  expect(server.requests.at(-1)).toMatchObject({ kind: 'list', resource: 'pods', status: 200 })
})
