import type { KubernetesObject } from '@kube-informer/core'
import {
  type Connection,
  connectInformers,
  type InformerDefinitions,
  type SliceState,
  type Subscription,
} from '@kube-informer/worker'
import { informers } from './informers.ts'

/** Options of a benchmark page's connection. */
export interface ConnectOptions {
  readonly host?: 'dedicated' | 'shared' | 'leader'
  /** @default '/k8s' */
  readonly baseUrl?: string
  /** Without it nothing is persisted. */
  readonly identity?: string | undefined
  /** @default '/worker.js' */
  readonly script?: string
  readonly definitions?: InformerDefinitions
  readonly graceMs?: number
  /** Called with each new worker. @param startedAt the time just before its creation */
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
    host,
    baseUrl,
    identity,
    graceMs,
    worker: () => {
      const startedAt = performance.now()
      const worker = new Worker(script, { type: 'module' })
      onWorker?.(worker, startedAt)
      return worker
    },
    sharedWorker: () => new SharedWorker(script, { type: 'module' }),
  })
}

/** A window of the first Pods. */
export const windowOf = (limit: number): Subscription => ({
  resource: 'pods',
  slice: { window: { offset: 0, limit } },
})

/** Resolves when the state of a slice matches. The subscription stays open afterwards. */
export function until<T extends KubernetesObject>(
  connection: Connection,
  subscription: Subscription,
  isReached: (state: SliceState<T>) => boolean,
): Promise<{ readonly at: number; readonly stop: () => void }> {
  return new Promise((resolve, reject) => {
    const stop = connection.subscribe(subscription, state => {
      if (isReached(state as SliceState<T>)) resolve({ at: performance.now(), stop: () => stop() })
    })
    connection.subscribeStatus(({ state, error }) => {
      if (state === 'failed') reject(new Error(error))
    })
  })
}
