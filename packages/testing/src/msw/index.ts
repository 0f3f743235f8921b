export { type ForwardedServer, forwardToWorker } from '../forward/forward-to-worker.ts'
export { type Answerer, serveFromWorker } from '../forward/serve-from-worker.ts'
export type { Endpoint } from '../forward/wire.ts'
export { type MswHandlersOptions, mswHandlers } from './handlers.ts'
