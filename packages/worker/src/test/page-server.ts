import type { Fetch } from '@kube-informer/core'
import { type Endpoint, type FakeApiserver, forwardToWorker, serveFromWorker } from '@kube-informer/testing'

/** From a new worker: requests access to the page's server over a channel of its own. */
interface ServeMessage {
  readonly type: 'serve'
  readonly channel: string
}
/** To the workers: the channel is open. */
interface ServedMessage {
  readonly type: 'served'
  readonly channel: string
}
/** To the workers: terminate, as in a crash. */
interface DieMessage {
  readonly type: 'die'
}
type SteeringMessage = ServeMessage | ServedMessage | DieMessage

/** A test's control over the workers with one name. */
export interface WorkerSteering {
  /** Terminates all of them without notice. */
  kill(): void
  close(): void
}

/**
 * Gives the workers with a name access to a server in this page. The server outlasts the workers, and the test can observe all
 * of its requests.
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

/** A fetch to the server of the page that created or shares this worker. */
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
