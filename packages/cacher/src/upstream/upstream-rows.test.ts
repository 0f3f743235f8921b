import { createKubeClient, createListWatch } from '@kube-informer/core'
import { createFakeApiserver, FakeClock, generatePods, type Pod, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { ServedKind } from '../api/served-kind.ts'
import { createCacherHandler } from '../http/cacher-handler.ts'
import { createMemoryBodyStore } from '../items/memory-body-store.ts'
import { cacheFrom } from './cache-from.ts'

const kind: ServedKind = {
  resource: pods,
  listKind: 'PodList',
  isBuiltIn: true,
  selectableFields: ['spec.nodeName'],
  columns: async () => [],
}

test.each([
  ['in memory', {}],
  ['in a store', { bodyStore: createMemoryBodyStore(), maxBodyBytes: 10_000 }],
])('a cache with rows %s answers with the bytes of its upstream', async (_, options) => {
  const clock = new FakeClock()
  const server = createFakeApiserver({
    clock,
    random: () => 0.5,
    objects: generatePods({ count: 30, seed: 1 }),
  })
  const client = createKubeClient({ baseUrl: 'http://x', fetch: server.fetch, clock })
  const listerWatcher = createListWatch(client, pods, { form: 'row', trim: [], encoding: 'json' })
  const { cacher, run } = cacheFrom<Pod>({
    listerWatcher,
    type: { kind: 'Pod', apiVersion: 'v1' },
    clock,
    random: () => 0.5,
    fieldsOf: ({ spec }) => ({ 'spec.nodeName': spec?.nodeName ?? '' }),
    ...options,
  })
  const handler = createCacherHandler({ kind, reads: cacher, clock })
  const stopping = new AbortController()
  const running = run(stopping.signal)
  await clock.settle()
  const start = cacher.resourceVersion
  const [first, second] = server.list(pods)
  if (!first || !second) throw new Error('there are no Pods')
  server.update({ ...first, metadata: { ...first.metadata, labels: {}, annotations: { note: '<changed>' } } })
  server.delete(second)
  await clock.settle()
  for (const query of [
    'resourceVersion=0',
    'resourceVersion=0&fieldSelector=spec.nodeName%3Dnode-1',
    '',
    `resourceVersion=${start}&watch=1&timeoutSeconds=1`,
    `resourceVersion=${start}&watch=1&timeoutSeconds=1&labelSelector=app`,
  ]) {
    const url = `http://x/api/v1/pods?${query}`
    const texts = [handler(new Request(url)), server.fetch(new Request(url))].map(async response =>
      (await response).text(),
    )
    await clock.advance(2000)
    const [own, upstream] = await Promise.all(texts)
    expect(own).toBe(upstream)
  }
  stopping.abort()
  await running
})
