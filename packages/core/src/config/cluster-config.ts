import type { Fetch } from '../api/clock.ts'
import type { KubeClientOptions } from '../client/kube-client.ts'
import { authenticatedFetch } from './authenticated-fetch.ts'
import type { ConnectOptions } from './connect-options.ts'
import type { Connections } from './connections.ts'
import { basic, type CredentialSource } from './credential.ts'
import type { HeaderPairs } from './impersonation.ts'
import { anonymous } from './user-credentials.ts'

/**
 * The connection to one cluster as one user: options for `createKubeClient`, and further values of the configuration.
 * `fetch` renews tokens and certificates.
 */
export interface ClusterConfig extends KubeClientOptions {
  readonly fetch: Fetch
  /**
   * The same connection without the user's token and certificate, for requests that have credentials of their own. A proxy that
   * adds credentials (`kubectl proxy`) adds them to these requests, too.
   */
  readonly anonymousFetch: Fetch
  /** The current credentials and certificates, for connections that `fetch` cannot open. */
  connectOptions(): Promise<ConnectOptions>
  /** The kubeconfig's context; undefined without a kubeconfig. */
  readonly context: string | undefined
  /** The default namespace. */
  readonly namespace: string
  /** Closes the sockets and aborts responses in flight. Idempotent. Stop the informers first. */
  close(): Promise<void>
}

/** The parts of a {@link ClusterConfig}. */
export interface ClusterParts {
  readonly server: string
  readonly context?: string | undefined
  readonly namespace: string
  readonly credentials: CredentialSource
  readonly connections: Connections
  readonly headers?: HeaderPairs | undefined
  readonly proxyUrl?: string | undefined
}

/** Creates a configuration. Nothing is sent before the client's first request. */
export function createClusterConfig(parts: ClusterParts): ClusterConfig {
  const { server, context, namespace, credentials, connections, headers = [], proxyUrl } = parts
  const anonymousConnections = connections.anonymous()
  const fetchOver = (open: Connections, source: CredentialSource): Fetch =>
    authenticatedFetch({
      origin: new URL(server).origin,
      credentials: source,
      proxyAuthorization: proxyUrl === undefined ? undefined : authorizationOf(new URL(proxyUrl)),
      send: async (url, init, { keyPair }) => (await open.current(keyPair)).fetch(url, init),
    })
  return {
    baseUrl: server,
    context,
    namespace,
    headers: Object.fromEntries(headers),
    fetch: fetchOver(connections, credentials),
    anonymousFetch: fetchOver(anonymousConnections, anonymous),
    connectOptions: async () => connections.connectOptions(await credentials.current()),
    close: async () => {
      await Promise.all([connections.close(), anonymousConnections.close()])
    },
  }
}

/** The header for the user name and password of a URL, in which they are percent-encoded. */
const authorizationOf = ({ username, password }: URL): string | undefined =>
  password === '' ? undefined : basic(decodeURIComponent(username), decodeURIComponent(password))
