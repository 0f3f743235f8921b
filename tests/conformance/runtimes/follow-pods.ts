import { createKubeClient, createListWatch, defineResource, SharedIndexInformer } from '@kube-informer/core'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

/** The result of an example. */
export interface Seen {
  /** The number of Pods in the cache after the sync. */
  readonly synced: number
  /** The name of the first Pod that changed afterwards. */
  readonly updated: string
}

/** Runs an informer until it has synced and received one update, then stops it. Every runtime runs this code. */
export async function followPods(baseUrl: string): Promise<Seen> {
  const stopping = new AbortController()
  const client = createKubeClient({ baseUrl })
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) })
  // Node 20 has no Promise.withResolvers.
  const update = new Promise<string>(resolve => {
    informer.addEventHandler({ onUpdate: (_old, pod) => resolve(pod.metadata?.name ?? '') })
  })
  const running = informer.run(stopping.signal)
  await informer.synced()
  const synced = informer.lister.list().length
  const updated = await update
  stopping.abort()
  await running
  return { synced, updated }
}
