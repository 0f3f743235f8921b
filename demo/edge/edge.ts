import { createKubeClient, type Fetch } from '@kube-informer/core'
import { namespaces, nodes, pods } from '@kube-informer/core/resources'
import { createRelay } from '@kube-informer/relay'
import { type ClusterOptions, createCluster } from '../server/cluster.ts'

/** Where the dashboard finds the relay. */
const RELAY_PATH = '/k8s'

/** Options of {@link createEdge}. */
export interface EdgeOptions extends ClusterOptions {
  /** The origins of the dashboard. */
  readonly origins: readonly string[]
  /** Answers all other requests: the files of the dashboard. */
  readonly assets: (request: Request) => Promise<Response>
}

/** The dashboard and a relay, for any runtime. */
export interface Edge {
  readonly fetch: (request: Request) => Promise<Response>
  readonly run: (signal: AbortSignal) => Promise<void>
}

/** Serves the dashboard on a relay, whose apiserver is a fake one in the same process. Every visitor may read. */
export function createEdge({ origins, assets, ...options }: EdgeOptions): Edge {
  const { server, churn } = createCluster(options)
  const fetch = server.fetch as Fetch
  const relay = createRelay({
    upstream: createKubeClient({ baseUrl: 'http://apiserver', fetch }),
    resources: [pods, namespaces, nodes],
    authenticate: async () => ({ username: 'visitor' }),
    authorize: async () => ({ allowed: true }),
    others: { baseUrl: 'http://apiserver', fetch },
    origins,
  })
  return {
    fetch: async request => {
      const url = new URL(request.url)
      if (url.pathname.startsWith(`${RELAY_PATH}/`)) {
        url.pathname = url.pathname.slice(RELAY_PATH.length)
        return relay.fetch(new Request(url, request))
      }
      if (url.pathname !== '/' || url.searchParams.has('server')) return assets(request)
      url.searchParams.set('server', RELAY_PATH)
      return Response.redirect(url.href, 302)
    },
    run: async signal => {
      churn.start()
      await relay.run(signal)
      churn.stop()
    },
  }
}
