import { Controller, createClient, handlers, type Request, sources } from '@kube-informer/controller'
import { pods } from '@kube-informer/testing'
import type { SyncedCache } from './synced-cache.ts'

/** Starts a controller of Pods with default options. Returns a function that stops it, and rejects if it has failed. */
export function startController(
  { kube, cache }: SyncedCache,
  reconciler: (request: Request) => Promise<void>,
): () => Promise<void> {
  const client = createClient({ client: kube, cache })
  const controller = new Controller({ name: 'pods', client, events: { event: () => {} }, reconciler })
  controller.watch(sources.kindSource({ cache, resource: pods, handler: handlers.enqueueRequestForObject }))
  const stopping = new AbortController()
  const running = controller.run(stopping.signal)
  return () => {
    stopping.abort()
    return running
  }
}
