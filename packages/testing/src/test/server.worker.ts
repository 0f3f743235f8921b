import { controlHandler, createFakeApiserver, generatePods } from '@kube-informer/apiserver'
import { serveFromWorker } from '../forward/serve-from-worker.ts'

const server = createFakeApiserver({ objects: generatePods({ count: 500 }) })
const control = controlHandler(server)
serveFromWorker({ fetch: async request => (await control(request)) ?? server.fetch(request) })
