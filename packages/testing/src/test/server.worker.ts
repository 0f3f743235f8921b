import { controlHandler } from '../control/control-handler.ts'
import { createFakeApiserver } from '../fake-apiserver.ts'
import { serveFromWorker } from '../forward/serve-from-worker.ts'
import { generatePods } from '../pods/generate.ts'

const server = createFakeApiserver({ objects: generatePods({ count: 500 }) })
const control = controlHandler(server)
serveFromWorker({ fetch: async request => (await control(request)) ?? server.fetch(request) })
