import {
  controlHandler,
  createChurn,
  createFakeApiserver,
  generatePods,
  seededRandom,
} from '@kube-informer/apiserver'
import { serveFromWorker } from '@kube-informer/testing'
import { inLargeChunks } from './large-chunks.ts'

/** Settings of the mock apiserver. The page passes them in the Worker's name, which is set before any message. */
export interface MockSettings {
  readonly pods: number
  readonly churn: number
  readonly seed: number
}

const { pods, churn: perSecond, seed }: MockSettings = JSON.parse(self.name)

const server = createFakeApiserver({
  objects: generatePods({ count: pods, seed }),
  random: seededRandom(seed),
  // Removes the Pods that the user deletes.
  controllers: { pods: true },
})
const churn = createChurn(server, { perSecond })
if (perSecond > 0) churn.start()

// For experiments in the console: POST /mock-apiserver/_fake/relist, for one.
const controls = controlHandler(server, { churn })

async function answer(request: Request): Promise<Response> {
  const response = (await controls(request)) ?? (await server.fetch(request))
  const isWatch = new URL(request.url).searchParams.has('watch')
  return isWatch || !response.body ? response : new Response(inLargeChunks(response.body), response)
}

serveFromWorker({ fetch: answer })
