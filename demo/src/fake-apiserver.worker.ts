import { controlHandler } from '@kube-informer/apiserver'
import { serveFromWorker } from '@kube-informer/testing'
import { createCluster } from '../server/cluster.ts'
import type { MockSettings } from './connect/page-options.ts'
import { inLargeChunks } from './large-chunks.ts'

// The page passes them in the Worker's name, which is set before any message.
const { pods, churn: perSecond, seed }: MockSettings = JSON.parse(self.name)

// Most objects are built as they are read: the first rows do not wait for the rest.
const { server, churn, resizer, lazyPods } = createCluster({ pods, churn: perSecond, seed })

// The fault panel's: POST /mock-apiserver/_fake/relist, for one.
const controls = controlHandler(server, { churn, pods: resizer })

let isWatched = false

/** Pods that change before the page watches them would only delay its first rows. */
function startChurn(): void {
  if (!isWatched && perSecond > 0) churn.start()
  isWatched = true
}

async function answer(request: Request): Promise<Response> {
  // For the journeys, beside the controls.
  if (request.url.endsWith('/_fake/built')) return Response.json(lazyPods.filter(pod => pod.isBuilt).length)
  const response = (await controls(request)) ?? (await server.fetch(request))
  const { searchParams } = new URL(request.url)
  if (searchParams.has('watch')) startChurn()
  const isStream = searchParams.has('watch') || searchParams.has('follow')
  return isStream || !response.body ? response : new Response(inLargeChunks(response.body), response)
}

serveFromWorker({ fetch: answer })
