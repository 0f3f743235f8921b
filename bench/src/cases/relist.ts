import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ListerWatcher } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { startStopwatch } from '../support/measure/stopwatch.ts'
import { loadFetch } from '../support/pods/requests.ts'

/** An expired resourceVersion: all objects are listed again, and one in a hundred has changed. */
export const relist: BenchCase = {
  name: 'relist',
  description:
    'relist of {count} Pods after a 410, 1 % changed: until the handler has received the last change',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
  ],
  setup: { count: 10_000, warmUps: 1 },
  smoke: { count: 1_000, warmUps: 0 },
  short: { setup: { count: 5_000, warmUps: 0 }, bestOf: 2 },
  start: serveLists,
  contenders: [
    { name: 'list read, JSON.parse(body)', run: parseList, floor: true },
    { name: 'kube-informer, form: object', run: relistInformer, setup: { form: 'object' } },
    { name: 'kube-informer, form: row', run: relistInformer, setup: { form: 'row' } },
    { name: '@kubernetes/client-node makeInformer', run: relistClientNode, peer: true },
  ],
}

/** The floor: the second list is read and parsed, but not compared with the first. */
async function parseList({ url, count }: Setup): Promise<Sample> {
  await loadFetch(url)
  const server = `${url}/${randomUUID()}`
  await (await fetch(`${server}/go`)).text()
  const stopwatch = startStopwatch()
  const response = await fetch(`${server}/api/v1/pods`)
  const list = JSON.parse(await response.text()) as { readonly items: readonly unknown[] }
  const lap = stopwatch()
  if (list.items.length !== count) throw new Error(`${list.items.length} items`)
  return lap
}

/** kube-informer, without the backoff before the relist. */
async function relistInformer({ url, count, form }: Setup): Promise<Sample> {
  const { createKubeClient, createListWatch, SharedIndexInformer, systemClock } = await import(
    '@kube-informer/core'
  )
  const { Backoff } = await import('@kube-informer/core/tools')
  const { pods } = await import('@kube-informer/testing')
  const server = `${url}/${randomUUID()}`
  const client = createKubeClient({ baseUrl: server })
  const listerWatcher: ListerWatcher<unknown> =
    form === 'row'
      ? createListWatch(client, pods, { form: 'row', encoding: 'json' })
      : createListWatch(client, pods)
  const backoff = new Backoff({ clock: systemClock, random: Math.random, baseMs: 0 })
  const informer = new SharedIndexInformer<unknown>({ listerWatcher, backoff })
  let updates = 0
  let others = 0
  const delivered = new Promise<void>(resolve => {
    informer.addEventHandler({
      onAdd: (_, isInInitialList) => {
        if (!isInInitialList) others++
      },
      onUpdate: () => {
        if (++updates === changesAmong(Number(count))) resolve()
      },
      onDelete: () => {
        others++
      },
    })
  })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await informer.synced()
  // The watch opens shortly after the list is in the cache.
  await new Promise<void>(resolve => {
    const check = () => informer.status.link === 'live' && resolve()
    informer.subscribeStatus(check)
    check()
  })
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  await (await fetch(`${server}/go`)).text()
  await delivered
  const lap = stopwatch()
  if (informer.indexer.size !== count || others > 0)
    throw new Error(`${informer.indexer.size} objects, ${others}`)
  if (informer.lastSyncResourceVersion !== String(RELIST_VERSION))
    throw new Error('not at the new resourceVersion')
  stopping.abort()
  await running
  return lap
}

/** The official JavaScript client, which relists after a 410. */
async function relistClientNode({ url, count }: Setup): Promise<Sample> {
  const { createClientNodeInformer } = await import('../support/pods/client-node.ts')
  const server = `${url}/${randomUUID()}`
  const informer = createClientNodeInformer(server)
  let added = 0
  let updates = 0
  const opened = new Promise<void>(resolve => informer.on('connect', resolve))
  const synced = new Promise<void>(resolve => {
    informer.on('add', () => {
      if (++added === count) resolve()
    })
  })
  const delivered = new Promise<void>((resolve, reject) => {
    informer.on('update', () => {
      if (++updates === changesAmong(Number(count))) resolve()
    })
    informer.on('error', reject)
  })
  void informer.start()
  await Promise.all([opened, synced])
  await new Promise(resolve => setTimeout(resolve, 300))
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  await (await fetch(`${server}/go`)).text()
  await delivered
  const lap = stopwatch()
  if (informer.list().length !== count) throw new Error(`${informer.list().length} objects`)
  void informer.stop()
  return lap
}

/**
 * Each first path segment addresses a separate server, so that each run starts in the initial state. Lists return the first
 * list until a request to `/go`. Then the open watch receives a 410, and lists return the second list.
 */
async function serveLists(setup: Setup): Promise<Setup> {
  const { encodeItems, encodeList, LIST_VERSION, versionedPods } = await import('../support/pods/wire.ts')
  const pods = [...versionedPods(setup)]
  const before = encodeList(encodeItems(pods))
  const after = encodeList(encodeItems(await changedPods(pods)), { resourceVersion: String(RELIST_VERSION) })
  const gone = new Set<string>()
  const watches = new Map<string, ServerResponse>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const [, run = '', what] = pathname.split('/')
    response.setHeader('content-type', 'application/json')
    if (what === 'go') {
      gone.add(run)
      watches.get(run)?.end(`${JSON.stringify({ type: 'ERROR', object: tooOld(LIST_VERSION) })}\n`)
      response.end('{}')
    } else if (searchParams.has('watch')) {
      response.flushHeaders()
      watches.set(run, response)
    } else response.end(gone.has(run) ? after : before)
  })
  // On a busy machine a client may reuse a connection at the moment it is closed as idle.
  server.keepAliveTimeout = 10 * 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** One in this many Pods differs in the second list. */
const EVERY = 100

/** The number of changed Pods. */
const changesAmong = (count: number): number => Math.ceil(count / EVERY)

/** The resourceVersion of the second list. */
const RELIST_VERSION = 2_000_000

/** The Pods of the second list. */
async function changedPods(pods: readonly Pod[]): Promise<readonly Pod[]> {
  const { nextPodStatus, seededRandom } = await import('@kube-informer/testing')
  const { LIST_VERSION } = await import('../support/pods/wire.ts')
  const random = seededRandom(2)
  return pods.map((pod, index) => {
    if (index % EVERY > 0) return pod
    const metadata = { ...pod.metadata, resourceVersion: String(LIST_VERSION + 1 + index) }
    return { ...pod, metadata, status: nextPodStatus(pod, random) }
  })
}

const tooOld = (version: number): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: `too old resource version: ${version} (${RELIST_VERSION})`,
  reason: 'Expired',
  code: 410,
})
