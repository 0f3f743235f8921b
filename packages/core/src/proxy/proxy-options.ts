import type { Fetch } from '../api/clock.ts'
import type { ConnectOptions } from '../config/connect-options.ts'
import type { ProxyPolicy } from './proxy-rejection.ts'

/** The server that a proxy forwards to, as `loadKubeConfig` returns it. */
export interface ProxiedCluster {
  /** The URL of the apiserver; paths are appended to it. */
  readonly baseUrl: string
  /** Sends a request with the credentials of the proxy. */
  readonly fetch: Fetch
  /** The context of the kubeconfig, for messages. @default '' */
  readonly context?: string | undefined
  /** Added to each request; they replace those of the client. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The credentials of WebSockets, which `fetch` does not open. @default `headers` alone */
  connectOptions?(): Promise<ConnectOptions>
}

/** The cluster, and what of it pages may use. */
export interface ProxyHandlerOptions extends ProxyPolicy {
  /** The cluster, or a function that loads it at the first request, and again after a failure. */
  readonly cluster: ProxiedCluster | (() => Promise<ProxiedCluster>)
  /** Where the proxy is mounted, e.g. `/k8s`: it is removed from the path. @default '' */
  readonly basePath?: string | undefined
}

/** The cluster, which is loaded at the first call, and again after a failure. */
export function clusterLoader(cluster: ProxyHandlerOptions['cluster']): () => Promise<ProxiedCluster> {
  let loading: Promise<ProxiedCluster> | undefined
  return () => {
    loading ??= (typeof cluster === 'function' ? cluster() : Promise.resolve(cluster)).catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
}
