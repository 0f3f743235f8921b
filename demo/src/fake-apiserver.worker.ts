import {
  controlHandler,
  createChurn,
  createFakeApiserver,
  lazyPods,
  rbacAuthorizer,
  seededRandom,
} from '@kube-informer/apiserver'
import { serveFromWorker } from '@kube-informer/testing'
import { userObjects } from '../server/users.ts'
import type { MockSettings } from './connect/page-options.ts'
import { inLargeChunks } from './large-chunks.ts'

// The page passes them in the Worker's name, which is set before any message.
const { pods, churn: perSecond, seed }: MockSettings = JSON.parse(self.name)

// Built as they are read: the first rows do not wait for the rest.
const lazy = lazyPods({ count: pods, seed })
const server = createFakeApiserver({
  objects: [...lazy, ...userObjects()],
  authorize: rbacAuthorizer,
  random: seededRandom(seed),
  // Removes the Pods that the user deletes.
  controllers: { pods: true },
})
const churn = createChurn(server, { perSecond })

// For experiments in the console: POST /mock-apiserver/_fake/relist, for one.
const controls = controlHandler(server, { churn })

let isWatched = false

/** Pods that change before the page watches them would only delay its first rows. */
function startChurn(): void {
  if (!isWatched && perSecond > 0) churn.start()
  isWatched = true
}

async function answer(request: Request): Promise<Response> {
  // For the journeys, beside the controls.
  if (request.url.endsWith('/_fake/built')) return Response.json(lazy.filter(pod => pod.isBuilt).length)
  const response = (await controls(request)) ?? (await server.fetch(request))
  const isWatch = new URL(request.url).searchParams.has('watch')
  if (isWatch) startChurn()
  return isWatch || !response.body ? response : new Response(inLargeChunks(response.body), response)
}

serveFromWorker({ fetch: answer })
