// The memory of WebAssembly that tests of other files hold can leave none for the scanner here, which then shares nothing.
import { expect, test } from 'vitest'
import { defineResource } from '../api/resource.ts'
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.ts'
import { createKubeClient } from './kube-client.ts'
import { createListWatch, type ListWatchOptions } from './list-watch.ts'

interface Pod {
  metadata?: { name?: string; labels?: Record<string, string> }
}

const pods = defineResource<Pod>({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const items = Array.from({ length: 8 }, (_, i) => ({
  metadata: {
    name: `web-${i}`,
    uid: `${i}`,
    resourceVersion: '1',
    labels: { app: 'web', tier: 'frontend-of-the-shop' },
  },
}))

/** The labels of a synced informer's Pods, with or without a transform that writes to them. */
async function labels(options: ListWatchOptions, transform?: (pod: Pod) => Pod): Promise<readonly unknown[]> {
  const stopping = new AbortController()
  const client = createKubeClient({
    baseUrl: 'http://cluster.example',
    fetch: async url => {
      const list = JSON.stringify({ metadata: { resourceVersion: '1' }, items })
      const body = url.includes('watch=true') ? new ReadableStream<Uint8Array>() : list
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    },
  })
  const informer = new SharedIndexInformer<Pod>({
    listerWatcher: createListWatch(client, pods, options),
    transform,
  })
  const failed = new Promise<never>((_, reject) => {
    informer.subscribeStatus(({ error }) => error && reject(new Error(error.message)))
  })
  const running = informer.run(stopping.signal)
  try {
    await Promise.race([informer.synced(), failed])
    return informer.indexer.list().map(pod => pod.metadata?.labels)
  } finally {
    stopping.abort()
    await running
  }
}

const relabel = (pod: Pod): Pod => {
  Object.assign(pod.metadata?.labels ?? {}, { seen: pod.metadata?.name })
  return pod
}

test('equal parts share one value in the cache', async () => {
  const all = await labels({})
  expect(new Set(all.slice(4)).size).toBe(1)
})

test('an informer with a transform has unshared, writable objects', async () => {
  expect(await labels({}, relabel)).toEqual(
    items.map(({ metadata }) => ({ ...metadata.labels, seen: metadata.name })),
  )
})

test('explicit sharing remains, and a transform that writes to an object throws', async () => {
  const looking = (pod: Pod): Pod => pod
  expect(new Set((await labels({ share: true }, looking)).slice(4)).size).toBe(1)
  await expect(labels({ share: true }, relabel)).rejects.toThrow(/not extensible/)
})
