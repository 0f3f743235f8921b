import {
  type Connection,
  connectInformers,
  type InformerDefinitions,
  type SliceState,
  type Subscription,
} from '@kube-informer/worker'
import { informers } from './informers.ts'

/** How a page of the bench connects. */
export interface ConnectOptions {
  readonly host?: 'dedicated' | 'shared' | 'leader'
  /** @default '/k8s' */
  readonly baseUrl?: string
  /** Without it nothing is kept. */
  readonly identity?: string | undefined
  /** @default '/worker.js' */
  readonly script?: string
  readonly definitions?: InformerDefinitions
  readonly graceMs?: number
  /** Called with each worker that was made, at once. @param startedAt when its making began */
  readonly onWorker?: (worker: Worker, startedAt: number) => void
}

export function connect({
  host = 'dedicated',
  baseUrl = '/k8s',
  identity,
  script = '/worker.js',
  definitions = informers,
  graceMs,
  onWorker,
}: ConnectOptions = {}): Connection {
  return connectInformers(definitions, {
    ...{ host, baseUrl, identity, graceMs },
    worker: () => {
      const startedAt = performance.now()
      const worker = new Worker(script, { type: 'module' })
      onWorker?.(worker, startedAt)
      return worker
    },
    sharedWorker: () => new SharedWorker(script, { type: 'module' }),
  })
}

/** A window of so many Pods, from the first on. */
export const windowOf = (limit: number): Subscription => ({
  resource: 'pods',
  slice: { window: { offset: 0, limit } },
})

/** Follows a slice until it shows what is waited for; then it is followed on, and nobody listens. */
export function until<T>(
  connection: Connection,
  subscription: Subscription,
  isReached: (state: SliceState<T>) => boolean,
): Promise<{ readonly at: number; readonly stop: () => void }> {
  return new Promise((resolve, reject) => {
    const stop = connection.subscribe<T>(subscription, state => {
      if (isReached(state)) resolve({ at: performance.now(), stop: () => stop() })
    })
    connection.subscribeStatus(({ state, error }) => {
      if (state === 'failed') reject(new Error(error))
    })
  })
}
