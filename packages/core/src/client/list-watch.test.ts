import { createFakeApiserver, generatePods, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { createKubeClient } from './kube-client.ts'
import { createListWatch } from './list-watch.ts'

test('selectors of a request apply if the ListerWatcher has none', async () => {
  const server = createFakeApiserver({ objects: generatePods({ count: 20, seed: 1 }) })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const [first] = server.list(pods)
  const fieldSelector = `metadata.name=${first?.metadata?.name}`
  const { signal } = new AbortController()
  const { items } = await createListWatch(client, pods).list({ fieldSelector }, { signal })
  expect(items).toHaveLength(1)
  const fixed = createListWatch(client, pods, { fieldSelector: 'metadata.name=none' })
  expect((await fixed.list({ fieldSelector }, { signal })).items).toEqual([])
})
