import { createKubeClient, type Fetch } from '@kube-informer/core'
import { namespaces, nodes, pods } from '@kube-informer/core/resources'
import { createRelay } from '@kube-informer/relay'
import { type ClusterOptions, createCluster } from '../server/cluster.ts'
import { isRoute } from '../server/is-route.ts'
import type { ClusterInfo } from '../src/connect/cluster-info.ts'

/** The relay, as a cluster of the console. */
const CLUSTER: ClusterInfo = { id: 'k8s', name: 'relay', baseUrl: '/k8s', kind: 'real' }

/** The cluster, and what surrounds its relay. */
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
      const { pathname } = url
      if (pathname.startsWith(`${CLUSTER.baseUrl}/`)) {
        url.pathname = pathname.slice(CLUSTER.baseUrl.length)
        return relay.fetch(new Request(url, request))
      }
      if (pathname === '/clusters.json') return Response.json([CLUSTER])
      if (pathname === '/' && url.search === '')
        return Response.redirect(`${url.origin}/c/${CLUSTER.id}`, 302)
      return assets(isRoute(pathname) ? new Request(new URL('/', url), request) : request)
    },
    run: async signal => {
      churn.start()
      await relay.run(signal)
      churn.stop()
    },
  }
}
