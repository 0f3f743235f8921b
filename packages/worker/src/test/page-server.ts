import type { Fetch } from '@kube-informer/core'
import { type Endpoint, type FakeApiserver, forwardToWorker, serveFromWorker } from '@kube-informer/testing'

/** From a worker that has begun, and wants the page's server at the other end of a channel of its own. */
interface ServeMessage {
  readonly type: 'serve'
  readonly channel: string
}
/** To workers: the channel is open. */
interface ServedMessage {
  readonly type: 'served'
  readonly channel: string
}
/** To workers: end yourselves, as if crashed. */
interface DieMessage {
  readonly type: 'die'
}
type SteeringMessage = ServeMessage | ServedMessage | DieMessage

/** What the page of a test has of the workers of a name. */
export interface WorkerSteering {
  /** Ends them all; nobody is told. */
  kill(): void
  close(): void
}

/**
 * Lets the workers of a name use a server that lives in this page: it stays while workers come and go, and does nothing that
 * the test does not see.
 */
export function serveWorkers(name: string, server: FakeApiserver): WorkerSteering {
  const steering = new BroadcastChannel(name)
  const ends: (() => void)[] = [() => steering.close()]
  const post = (message: SteeringMessage) => steering.postMessage(message)
  steering.onmessage = ({ data }: MessageEvent<SteeringMessage>) => {
    if (data.type !== 'serve') return
    const endpoint = new BroadcastChannel(data.channel)
    ends.push(serveFromWorker(server, endpoint as Endpoint), () => endpoint.close())
    post({ type: 'served', channel: data.channel })
  }
  return {
    kill: () => post({ type: 'die' }),
    close: () => {
      for (const end of ends) end()
    },
  }
}

/** The server of the page that made this worker, or shares it. */
export function fetchFromPage(name: string): Fetch {
  const steering = new BroadcastChannel(name)
  const channel = `${name}:${crypto.randomUUID()}`
  const server = forwardToWorker(new BroadcastChannel(channel) as Endpoint)
  const served = new Promise<void>(resolve => {
    steering.onmessage = ({ data }: MessageEvent<SteeringMessage>) => {
      if (data.type === 'served' && data.channel === channel) resolve()
      else if (data.type === 'die') self.close()
    }
  })
  steering.postMessage({ type: 'serve', channel } satisfies SteeringMessage)
  return async (input, init) => {
    await served
    return server.fetch(new Request(input, init))
  }
}
