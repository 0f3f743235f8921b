import {
  controlHandler,
  createChurn,
  createFakeApiserver,
  generatePods,
  seededRandom,
  serveFromWorker,
} from '@kube-informer/testing'

/** What the page wants of its apiserver; it comes in the Worker's name, which is there before any message. */
export interface MockSettings {
  readonly pods: number
  readonly churn: number
  readonly seed: number
}

const { pods, churn: perSecond, seed }: MockSettings = JSON.parse(self.name)

const server = createFakeApiserver({
  objects: generatePods({ count: pods, seed }),
  random: seededRandom(seed),
  // Somebody has to end the Pods that the visitor deletes.
  controllers: { pods: true },
})
const churn = createChurn(server, { perSecond })
if (perSecond > 0) churn.start()

// The controls are the page's own toys: POST /mock-apiserver/_fake/relist, for one.
const controls = controlHandler(server, { churn })
serveFromWorker({ fetch: async request => (await controls(request)) ?? server.fetch(request) })
