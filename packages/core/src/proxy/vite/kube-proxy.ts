import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { UsageError } from '../../api/errors.ts'
import { loadKubeConfig } from '../../config/load-kube-config.ts'
import { serverConfig } from '../../config/server-config.ts'
import { answer } from '../../node/answer.ts'
import { answerUpgrade } from '../../node/answer-upgrade.ts'
import { failure } from '../failure.ts'
import { createProxyHandler } from '../proxy-handler.ts'
import { clusterLoader, type ProxiedCluster } from '../proxy-options.ts'
import type { ProxyPolicy } from '../proxy-rejection.ts'
import { forwardUpgrade } from './forward-upgrade.ts'

/** The cluster, where it is mounted, and what of it pages may use. */
export interface KubeProxyOptions extends ProxyPolicy {
  /** Where the cluster is mounted: the `baseUrl` of the page's connection. @default '/k8s' */
  readonly path?: string | undefined
  /** The kubeconfig file. @default the files that KUBECONFIG lists, else ~/.kube/config */
  readonly kubeconfig?: string | undefined
  /** The context of the kubeconfig. @default its current-context */
  readonly context?: string | undefined
  /** The URL of an apiserver, instead of a kubeconfig. */
  readonly server?: string | undefined
  /** The bearer token for `server`. @default none */
  readonly token?: string | undefined
  /** The certificate authority of `server`, as PEM. @default those that Node trusts */
  readonly ca?: string | undefined
  /**
   * Whether requests of other machines are forwarded, as those of a browser outside of a container are. Each program that reaches
   * the port then acts with the credentials. @default false
   */
  readonly allowRemote?: boolean | undefined
}

/** The used part of Vite's development and preview servers. */
export interface ViteServer {
  readonly middlewares: {
    use(handle: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void): unknown
  }
  /** null in Vite's middleware mode, in which WebSockets are not forwarded. */
  readonly httpServer: {
    on(event: 'upgrade', listener: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void): unknown
  } | null
}

/** A plugin of Vite, without its types. */
export interface KubeProxyPlugin {
  readonly name: string
  configureServer(server: ViteServer): void
  configurePreviewServer(server: ViteServer): void
}

/**
 * A plugin with which `vite dev` and `vite preview` forward a path to a cluster, with the credentials of a kubeconfig or a token.
 * The credentials stay in Vite's process. Only pages of the same server may use the path. WebSockets of watches are forwarded as
 * well. See {@link createProxyHandler} for the answers.
 *
 * As with kubectl, the kubeconfig may run a credential plugin, at the first request. YAML needs the package `yaml`, and certificates
 * need the package `undici`.
 *
 * @throws UsageError for options that exclude each other
 * @throws ConfigError for a `server` or `token` that is invalid; a problem of the kubeconfig is the answer to a request, with code 502
 * @example export default defineConfig({ plugins: [kubeProxy({ context: 'staging' })] })
 */
export function kubeProxy(options: KubeProxyOptions = {}): KubeProxyPlugin {
  const { path = '/k8s', kubeconfig, context, server, token, ca, allowRemote = false, ...policy } = options
  if (!/^\/[^?#]*[^/?#]$/.test(path))
    throw new UsageError(`kubeProxy: path must start with / and not end with it, got ${JSON.stringify(path)}`)
  const cluster = clusterOf({ kubeconfig, context, server, token, ca })
  const shared = { ...policy, cluster: clusterLoader(cluster), basePath: path }
  const forward = createProxyHandler(shared)
  const upgrade = forwardUpgrade(shared)
  const isOurs = ({ url }: IncomingMessage): boolean => url?.startsWith(`${path}/`) === true
  const refuse = async (): Promise<Response> =>
    failure(403, 'only this machine may use the proxy, unless kubeProxy has the option allowRemote')
  const mayAsk = ({ socket }: IncomingMessage): boolean => allowRemote || isLoopback(socket.remoteAddress)

  const mount = ({ middlewares, httpServer }: ViteServer): void => {
    middlewares.use((incoming, outgoing, next) => {
      if (!isOurs(incoming)) return next()
      // Vite lets the pages of all local ports read its answers.
      for (const name of outgoing.getHeaderNames())
        if (name.startsWith('access-control-')) outgoing.removeHeader(name)
      void answer(mayAsk(incoming) ? forward : refuse, incoming, outgoing)
    })
    httpServer?.on('upgrade', (incoming, socket, head) => {
      if (isOurs(incoming)) void answerUpgrade(mayAsk(incoming) ? upgrade : refuse, incoming, socket, head)
    })
  }
  return { name: 'kube-proxy', configureServer: mount, configurePreviewServer: mount }
}

type ClusterOptions = Pick<KubeProxyOptions, 'kubeconfig' | 'context' | 'server' | 'token' | 'ca'>

function clusterOf({
  kubeconfig,
  context,
  server,
  token,
  ca,
}: ClusterOptions): () => Promise<ProxiedCluster> {
  if (server === undefined) {
    if ((token ?? ca) !== undefined) throw new UsageError('kubeProxy: token and ca need the option server')
    return () => loadKubeConfig({ path: kubeconfig, context })
  }
  if ((kubeconfig ?? context) !== undefined)
    throw new UsageError('kubeProxy: server must be without kubeconfig and context')
  const config = serverConfig({ server, token, ca })
  return async () => config
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(address)
