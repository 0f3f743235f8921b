import { setTimeout as sleep } from 'node:timers/promises'
import { createKubeClient, type KubeClient } from '@kube-informer/core'
import { configMaps, namespaces } from '@kube-informer/testing'
import { FaultProxy, type Upstream } from './fault-proxy.ts'
import type { Versions } from './go-informer.ts'
import { NodeInformer } from './node-informer.ts'

/** Something that happens to an informer, behind a proxy. */
export interface Scene {
  readonly title: string
  /** Before the informer starts. */
  readonly before?: (proxy: FaultProxy) => void
  /** Once it has the initial list. */
  readonly later?: (proxy: FaultProxy) => void
  /** Whether it tells of an error, after which it has to be started again. */
  readonly tells?: boolean
  /** Where it does not end with what the server holds, and why not. */
  readonly fails?: string
}

/** What came of it. */
export interface Ending {
  /** Whether its cache is what the server holds, and a handler would think so, too. */
  readonly isEqual: boolean
  /** Whether it received of errors, which is when it has to be started again. */
  readonly reportedErrors: boolean
  /** Whether all that was to happen did. */
  readonly met: boolean
}

const cutWatches =
  (fault: Parameters<FaultProxy['next']>[0], times = 1) =>
  (proxy: FaultProxy) => {
    proxy.next(fault, { watch: true, times })
    proxy.endWatches()
  }

/** The faults that can be provoked from outside of a server. */
export const SCENES: readonly Scene[] = [
  { title: 'nothing happens' },
  { title: 'the watch ends', later: proxy => proxy.endWatches() },
  { title: 'the connection breaks', tells: true, later: proxy => proxy.cut() },
  {
    title: 'the connection breaks in the middle of an event',
    tells: true,
    later: cutWatches({ type: 'cut', afterBytes: 40 }),
  },
  { title: 'the stream comes in small pieces', later: cutWatches({ type: 'pieces', bytes: 3 }) },
  { title: 'the watch begins with the first revision of all', later: cutWatches({ type: 'first-revision' }) },
  { title: 'the watch gets a 410 event', later: cutWatches({ type: 'error-event', code: 410 }) },
  { title: 'the watch gets a 500 event', later: cutWatches({ type: 'error-event', code: 500 }) },
  {
    title: 'the watch is refused with 429',
    tells: true,
    later: cutWatches({ type: 'refuse', status: 429, retryAfterSeconds: 1 }),
  },
  {
    title: 'the watch is refused with 500',
    tells: true,
    later: cutWatches({ type: 'refuse', status: 500 }, 2),
  },
  { title: 'the watch is refused with 410', later: cutWatches({ type: 'refuse', status: 410 }) },
  { title: 'the watch gets no answer', tells: true, later: cutWatches({ type: 'hang-up' }) },
  {
    title: 'the first list is refused',
    tells: true,
    before: proxy => proxy.next({ type: 'refuse', status: 500 }, { watch: false }),
  },
  {
    title: 'the first list is cut',
    tells: true,
    before: proxy => proxy.next({ type: 'cut', afterBytes: 100 }, { watch: false }),
  },
  {
    title: 'the list after a 410 is refused',
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

/** Long enough for client-node to come back: it waits a second, then two. */
const LONGEST_MS = 8_000

/** Runs a scene on a server, in a namespace of that name. */
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
