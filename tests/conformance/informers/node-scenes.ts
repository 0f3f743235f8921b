import { setTimeout as sleep } from 'node:timers/promises'
import { createKubeClient, type KubeClient } from '@kube-informer/core'
import { configMaps, namespaces } from '@kube-informer/testing'
import { FaultProxy, type Upstream } from './fault-proxy.ts'
import type { Versions } from './go-informer.ts'
import { NodeInformer } from './node-informer.ts'

/** A fault that an informer behind a proxy must handle. */
export interface Scene {
  readonly title: string
  /** Runs before the informer starts. */
  readonly before?: (proxy: FaultProxy) => void
  /** Runs after the initial list. */
  readonly later?: (proxy: FaultProxy) => void
  /** Whether the informer reports an error, after which it must be restarted. */
  readonly tells?: boolean
  /** The reason why the cache does not equal the server at the end, if client-node fails the scene. */
  readonly fails?: string
}

/** The result of a scene. */
export interface Ending {
  /** Whether the cache, and the objects according to a handler, equal the server's. */
  readonly isEqual: boolean
  /** Whether the informer reported errors, after which it must be restarted. */
  readonly reportedErrors: boolean
  /** Whether the proxy injected all faults. */
  readonly met: boolean
}

const cutWatches =
  (fault: Parameters<FaultProxy['next']>[0], times = 1) =>
  (proxy: FaultProxy) => {
    proxy.next(fault, { watch: true, times })
    proxy.endWatches()
  }

/** The faults that a proxy can inject. */
export const SCENES: readonly Scene[] = [
  { title: 'no fault' },
  { title: 'the watch ends', later: proxy => proxy.endWatches() },
  { title: 'the connection breaks', tells: true, later: proxy => proxy.cut() },
  {
    title: 'the connection breaks in the middle of an event',
    tells: true,
    later: cutWatches({ type: 'cut', afterBytes: 40 }),
  },
  { title: 'the stream arrives in small chunks', later: cutWatches({ type: 'pieces', bytes: 3 }) },
  { title: 'the watch starts at resourceVersion 1', later: cutWatches({ type: 'first-revision' }) },
  { title: 'the watch receives a 410 event', later: cutWatches({ type: 'error-event', code: 410 }) },
  { title: 'the watch receives a 500 event', later: cutWatches({ type: 'error-event', code: 500 }) },
  {
    title: 'the watch is rejected with 429',
    tells: true,
    later: cutWatches({ type: 'refuse', status: 429, retryAfterSeconds: 1 }),
  },
  {
    title: 'the watch is rejected with 500',
    tells: true,
    later: cutWatches({ type: 'refuse', status: 500 }, 2),
  },
  { title: 'the watch is rejected with 410', later: cutWatches({ type: 'refuse', status: 410 }) },
  { title: 'the watch receives no response', tells: true, later: cutWatches({ type: 'hang-up' }) },
  {
    title: 'the first list is rejected',
    tells: true,
    before: proxy => proxy.next({ type: 'refuse', status: 500 }, { watch: false }),
  },
  {
    title: 'the first list breaks off',
    tells: true,
    before: proxy => proxy.next({ type: 'cut', afterBytes: 100 }, { watch: false }),
  },
  {
    title: 'the list after a 410 is rejected',
    tells: true,
    later: proxy => {
      proxy.next({ type: 'refuse', status: 503 }, { watch: false })
      cutWatches({ type: 'error-event', code: 410 })(proxy)
    },
  },
  {
    title: 'the watch stops sending',
    later: cutWatches({ type: 'silence' }),
    fails: 'it waits for its own timeout of half a minute',
  },
  {
    title: 'the events are garbled',
    later: cutWatches({ type: 'garble' }),
    fails: 'it ignores lines that it cannot parse and never requests them again',
  },
]

/** Long enough for client-node to reconnect: it waits one second, then two. */
const LONGEST_MS = 8_000

/** Runs a scene on a server, in the given namespace. */
export async function play(scene: Scene, upstream: Upstream, namespace: string): Promise<Ending> {
  const client = createKubeClient({ baseUrl: upstream.url, getToken: () => upstream.token })
  const proxy = new FaultProxy(upstream)
  const informer = new NodeInformer(await proxy.listen(), namespace)
  try {
    await fill(client, namespace)
    scene.before?.(proxy)
    informer.start()
    await until(() => Object.keys(informer.cache).length === 3 && proxy.openWatches > 0)
    scene.later?.(proxy)
    await change(client, namespace)
    const wanted = await versions(client, namespace)
    await until(() => same(informer.cache, wanted) && same(informer.received, wanted))
    const isEqual = same(informer.cache, wanted) && same(informer.received, wanted)
    return { isEqual, reportedErrors: informer.errors > 0, met: proxy.isDone }
  } finally {
    informer.stop()
    await proxy.close()
    await client.deleteCollection(configMaps, { namespace })
  }
}

async function fill(client: KubeClient, namespace: string): Promise<void> {
  await client.create(namespaces, { metadata: { name: namespace } })
  for (const name of ['one', 'two', 'three']) {
    await client.create(configMaps, { metadata: { name, namespace }, data: { n: '1' } })
  }
}

async function change(client: KubeClient, namespace: string): Promise<void> {
  await client.patch(configMaps, { namespace, name: 'one' }, { data: { n: '2' } }, { type: 'merge' })
  await client.delete(configMaps, { namespace, name: 'two' })
  await client.create(configMaps, { metadata: { name: 'four', namespace }, data: { n: '1' } })
}

async function versions(client: KubeClient, namespace: string): Promise<Versions> {
  const { items } = await client.list(configMaps, { namespace })
  return Object.fromEntries(
    items.map(({ metadata }) => [metadata?.name ?? '', metadata?.resourceVersion ?? '']),
  )
}

function same(one: Versions, other: Versions): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name])
}

async function until(holds: () => boolean): Promise<void> {
  for (const start = Date.now(); Date.now() - start < LONGEST_MS; await sleep(25)) if (holds()) return
}
