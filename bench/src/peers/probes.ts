import { setTimeout as sleep } from 'node:timers/promises'
import type { KubernetesObject } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserver, type Pod } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import type { Peer, PodInformer } from './peer.ts'

/** One observation of a peer on its own server; `run` returns the result as text. */
export interface Probe {
  readonly title: string
  /** The number of initial objects. @default 3 */
  readonly objects?: number
  /** Runs only with `--slow`. */
  readonly slow?: boolean
  run(scene: Scene): Promise<string>
}

/** The server and informer of a probe. */
interface Scene {
  readonly server: FakeApiserver
  readonly informer: PodInformer
}

/** Long enough for an immediate reaction over loopback. */
const SOON_MS = 1_500

const pod = (name: string, metadata: object = {}): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', ...metadata },
  spec: { containers: [] },
})

const named = (name: string): Pod => pod(name, { labels: { changed: String(Math.random()) } })
const uidOf = (object: KubernetesObject | undefined): string => object?.metadata?.uid ?? 'none'

async function until(condition: () => boolean, ms = 20_000): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < ms; await sleep(10)) if (condition()) return true
  return false
}

const isWatching = ({ server }: Scene): Promise<boolean> => until(() => server.openWatches > 0)

/** Starts the informer and waits for its watch. */
async function synced(scene: Scene): Promise<void> {
  scene.informer.start()
  await isWatching(scene)
}

/** By the case numbers of `docs/peers.md`. */
export const PROBES: Readonly<Record<string, Probe>> = {
  1: {
    title: 'delay of an event after five minutes without one',
    slow: true,
    async run(scene) {
      let received = 0
      scene.informer.addHandler({ onUpdate: () => received++ })
      await synced(scene)
      await sleep(300_000)
      const started = Date.now()
      scene.server.update(named('pod-0'))
      return (await until(() => received > 0, 60_000)) ? `${Date.now() - started} ms` : 'never (60 s)'
    },
  },
  2: {
    title: 'requests bookmarks',
    async run(scene) {
      await synced(scene)
      const watch = scene.server.requests.find(({ kind }) => kind === 'watch')
      return watch?.query.allowWatchBookmarks === 'true' ? 'yes' : 'no'
    },
  },
  3: {
    title: 'open watches after a stop during the list',
    async run({ server, informer }) {
      server.faults.add({ match: { watch: false }, action: { type: 'delay', ms: 200 } })
      informer.start()
      await sleep(50)
      informer.stop()
      await sleep(SOON_MS)
      return String(server.openWatches)
    },
  },
  4: {
    title: 'errors reported after a stop',
    async run(scene) {
      const errors: unknown[] = []
      scene.informer.onError(error => errors.push(error))
      await synced(scene)
      await sleep(100)
      scene.informer.stop()
      await sleep(SOON_MS)
      return errors.length === 0 ? 'none' : errors.map(error => (error as Error).name).join()
    },
  },
  5: {
    title: 'of 3 adds, received by a handler next to one that throws',
    async run(scene) {
      let received = 0
      scene.informer.addHandler({
        onAdd() {
          throw new Error('a mistake')
        },
      })
      scene.informer.addHandler({ onAdd: () => received++ })
      await synced(scene).catch(() => {})
      await sleep(SOON_MS)
      return String(received)
    },
  },
  6: {
    title: 'delete events for an object that was deleted before a 410',
    async run(scene) {
      let received = 0
      scene.informer.addHandler({ onDelete: () => received++ })
      await synced(scene)
      await sleep(SOON_MS)
      scene.server.relist()
      scene.server.delete(pod('pod-1'))
      await sleep(10_000)
      return String(received)
    },
  },
  7: {
    title: 'of 3 adds, received by a late handler',
    async run(scene) {
      await synced(scene)
      await sleep(SOON_MS)
      let received = 0
      scene.informer.addHandler({ onAdd: () => received++ })
      await sleep(SOON_MS)
      return String(received)
    },
  },
  9: {
    title: 'list() of 130,000 objects of one namespace',
    objects: 130_000,
    async run(scene) {
      await synced(scene)
      await sleep(SOON_MS)
      const [one, two] = [scene.informer.list(), scene.informer.list()]
      return `${one.length} objects, ${one === two ? 'the same array' : 'a new array each time'}`
    },
  },
  10: {
    title: 'of 5,000 objects added at once, in the cache',
    objects: 0,
    async run(scene) {
      await synced(scene)
      for (let i = 0; i < 5_000; i++) scene.server.create(pod(`new-${i}`))
      await until(() => scene.informer.list().length === 5_000, 5_000)
      return String(scene.informer.list().length)
    },
  },
  18: {
    title: 'an event of 4 MB',
    async run(scene) {
      await synced(scene)
      const text = 'x'.repeat(4 * 1024 * 1024)
      scene.server.create(pod('large', { annotations: { text } }))
      const arrived = await until(() =>
        scene.informer.list().some(({ metadata }) => metadata?.annotations?.text === text),
      )
      return arrived ? 'whole' : 'lost'
    },
  },
  20: {
    title: 'after an unobserved delete and create, the cache has',
    async run(scene) {
      await synced(scene)
      await sleep(SOON_MS)
      scene.server.relist()
      scene.server.delete(pod('pod-1'))
      const { metadata } = scene.server.create(pod('pod-1'))
      await sleep(10_000)
      const cached = scene.informer.list().find(object => object.metadata?.name === 'pod-1')
      return uidOf(cached) === metadata?.uid ? 'the new one' : 'the old one'
    },
  },
}

/** Runs a probe in this process. */
export async function runProbe({ objects = 3, run }: Probe, peer: Peer): Promise<string> {
  const existing = Array.from({ length: objects }, (_, i) => pod(`pod-${i}`))
  const server = createFakeApiserver({ objects: existing })
  const serving = await serve(server)
  const informer = peer.create(serving.url)
  try {
    return await run({ server, informer })
  } finally {
    informer.stop()
    await serving.close()
  }
}
