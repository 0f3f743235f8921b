// bun run bun.js: prints its port
import { type BunServeOptions, bunWebSocketWatches } from '@kube-informer/apiserver'
import { createHandler } from './fake.ts'

declare const Bun: {
  serve(options: BunServeOptions & { hostname: string; port: number; idleTimeout: number }): { port: number }
}

const options = { hostname: '127.0.0.1', port: 0, idleTimeout: 0 }
console.log(Bun.serve({ ...options, ...bunWebSocketWatches(createHandler()) }).port)
