import { createKubeClient, createListWatch, defineResource, SharedIndexInformer } from '@kube-informer/core'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

/** What an example saw. */
export interface Seen {
  /** Pods in the cache once it was synced. */
  readonly synced: number
  /** The first Pod that changed afterwards. */
  readonly updated: string
}

/** Runs an informer until it is synced and has seen one update, then stops it: the same code in every runtime. */
export async function followPods(baseUrl: string): Promise<Seen> {
  const stopping = new AbortController()
  const client = createKubeClient({ baseUrl })
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) })
  const update = Promise.withResolvers<string>()
  informer.addEventHandler({ onUpdate: (_old, pod) => update.resolve(pod.metadata?.name ?? '') })
  const running = informer.run(stopping.signal)
  await informer.synced()
  const synced = informer.lister.list().length
  const updated = await update.promise
  stopping.abort()
  await running
  return { synced, updated }
}
