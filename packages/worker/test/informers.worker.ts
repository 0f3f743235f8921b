import { hostInformers } from '../src/host/index.ts'
import { createTestServer, informers, type ServerControl, serverControl } from './informers.ts'

/** A worker that carries its own apiserver, which the test steers over a channel named like the worker. */
const server = createTestServer()
const control = serverControl(server)
const steering = new BroadcastChannel(self.name)

steering.onmessage = async ({ data }: MessageEvent<SteeringMessage>) => {
  if (data.type !== 'request') return
  const { id, operation, argument } = data
  const result = await control[operation](argument as never)
  steering.postMessage({ type: 'response', id, result } satisfies SteeringMessage)
}

hostInformers(informers, { fetch: server.fetch })
steering.postMessage({ type: 'listening' } satisfies SteeringMessage)

export type SteeringMessage =
  | { type: 'listening' }
  | { type: 'request'; id: number; operation: keyof ServerControl; argument: unknown }
  | { type: 'response'; id: number; result: unknown }
