import {
  createKubeClient,
  createListWatch,
  defineResource,
  type KubernetesObject,
  type ListerWatcher,
  type Row,
  readObject,
  SharedIndexInformer,
  systemClock,
  type WatchEvent,
  webSocketWatch,
} from '@kube-informer/core'
import { Backoff } from '@kube-informer/core/tools'
import { assertEqual, until } from './assert.ts'
import type { TestServer } from './environment.ts'
import { fetchOver, type Stream } from './streams.ts'

export const pods = defineResource({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
})

/** The form of objects in a cache. */
export type Form = 'object' | 'row'
/** An object in either form. */
export type Item = KubernetesObject | Row

/** Lists and watches Pods over a stream. */
export function listWatchOver(stream: Stream, { url }: TestServer, form: Form): ListerWatcher<Item> {
  const client = createKubeClient({
    baseUrl: url,
    fetch: fetchOver(stream),
    webSocket: webSocketWatch(),
    watchTransport: stream.watchTransport ?? 'fetch',
    encoding: stream.encoding ?? 'auto',
  })
  const listWatch = form === 'row' ? createListWatch(client, pods, { form }) : createListWatch(client, pods)
  return listWatch as ListerWatcher<Item>
}

/** An item as returned by `JSON.parse`. */
export const plain = (item: Item): KubernetesObject => ('body' in item ? readObject(item) : item)

/** An event of a watch in the format of `TestServer.write`. */
export function tell(event: WatchEvent<Item>): string {
  if (event.type === 'ERROR') return `ERROR ${event.object.message}`
  const { name, resourceVersion } = plain(event.object).metadata ?? {}
  return `${event.type} ${name} ${resourceVersion}`
}

const keyOf = ({ metadata }: KubernetesObject): string => `${metadata?.namespace}/${metadata?.name}`

/** Waits until the cache equals the server's objects. */
export async function untilEqual(informer: SharedIndexInformer<Item>, server: TestServer): Promise<void> {
  const { rv } = await server.control<{ rv: string }>('GET rv')
  await until(
    () => informer.lastSyncResourceVersion === rv,
    `version ${rv}; at ${informer.lastSyncResourceVersion}, ${JSON.stringify(informer.status)}`,
  )
  const cached = informer.indexer.list().map(plain)
  cached.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  assertEqual(cached, await server.pods(), 'the cache')
}

/** Creates an informer over a stream, without starting it. */
export const informerOver = (stream: Stream, server: TestServer, form: Form): SharedIndexInformer<Item> =>
  new SharedIndexInformer<Item>({
    listerWatcher: listWatchOver(stream, server, form),
    watchList: stream.watchList === true,
    // Shorter than upstream's backoff; the cases only test that the informer reconnects.
    backoff: new Backoff({ clock: systemClock, random: Math.random, baseMs: 20 }),
  })
