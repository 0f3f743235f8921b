// Runs informers in a page; called by a test in Node.
import {
  createKubeClient,
  createListWatch,
  type KubernetesObject,
  SharedIndexInformer,
  webSocketWatch,
} from '@kube-informer/core'
import { pods } from './pods.ts'

/** Options of a group of informers. */
export interface FollowOptions {
  readonly baseUrl: string
  readonly token?: string
  /** One informer is started for each. */
  readonly namespaces: readonly string[]
  readonly watchTransport?: 'fetch' | 'websocket' | 'auto'
  /** Whether the client can open WebSockets. */
  readonly webSocket?: boolean
  /** A word for Infinity, which is not JSON. */
  readonly maxFetchWatches?: number | 'unlimited'
  readonly watchList?: boolean
}

/** The state of one informer. */
export interface Seen {
  /** `name@resourceVersion` of each cached Pod. */
  readonly pods: readonly string[]
  readonly link: string
  readonly error?: string
  readonly notice?: string
  readonly relists: number
}

/** A group of informers on one client. */
interface Following {
  /** Starts another informer. */
  add(namespace: string): void
  seen(): readonly Seen[]
  /** Sends an ordinary request. @returns whether it got a response within two seconds */
  answers(): Promise<boolean>
  stop(): Promise<void>
}

declare global {
  // Playwright can call only global functions.
  var transports: { readonly follow: (options: FollowOptions) => Following; following: Following[] }
}

function follow(options: FollowOptions): Following {
  const { baseUrl, token, namespaces, watchList, webSocket, maxFetchWatches, ...others } = options
  const client = createKubeClient({
    baseUrl,
    ...others,
    maxFetchWatches: maxFetchWatches === 'unlimited' ? Number.POSITIVE_INFINITY : maxFetchWatches,
    ...(token ? { getToken: () => token } : {}),
    ...(webSocket ? { webSocket: webSocketWatch() } : {}),
  })
  const stopping = new AbortController()
  const informers: SharedIndexInformer<KubernetesObject>[] = []
  const running: Promise<void>[] = []
  const add = (namespace: string) => {
    const listerWatcher = createListWatch(client, pods, { namespace })
    const informer = new SharedIndexInformer({ listerWatcher, watchList })
    informers.push(informer)
    running.push(informer.run(stopping.signal))
  }
  namespaces.forEach(add)
  return {
    add,
    seen: () =>
      informers.map(({ lister, status: { link, error, notice, counters } }) => ({
        pods: lister.list().map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`),
        link,
        relists: counters.relists,
        ...(error ? { error: error.message } : {}),
        ...(notice === undefined ? {} : { notice }),
      })),
    answers: async () => {
      const signal = AbortSignal.timeout(2_000)
      return client.list(pods, { limit: 1 }, { signal }).then(
        () => true,
        () => false,
      )
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

globalThis.transports = { follow, following: [] }
