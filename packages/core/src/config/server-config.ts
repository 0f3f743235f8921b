import { isLoopbackName } from '../api/loopback-name.ts'
import { parseUrl } from '../api/parse-url.ts'
import { type ClusterConfig, createClusterConfig } from './cluster-config.ts'
import { ConfigError } from './config-error.ts'
import { Connections } from './connections.ts'
import { bearer, type CredentialSource } from './credential.ts'
import { anonymous } from './user-credentials.ts'

/** A server, and a token for it. */
export interface ServerConfigOptions {
  /** The URL of the apiserver. */
  readonly server: string
  /** Sent as a bearer token. @default none */
  readonly token?: string | undefined
  /** The certificate authority of the server, as PEM. @default those that the runtime trusts */
  readonly ca?: string | undefined
}

/**
 * The configuration of a server without a kubeconfig. In Node, an authority needs the package `undici`.
 *
 * @throws ConfigError for a URL that is not http or https, and for a token that would go over the network in the clear
 * @example createProxyHandler({ cluster: serverConfig({ server: 'https://cluster.example:6443', token }) })
 */
export function serverConfig({ server, token, ca }: ServerConfigOptions): ClusterConfig {
  const url = parseUrl(server)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`server must be a URL with http: or https:, got ${JSON.stringify(server)}`)
  if (token !== undefined && url.protocol === 'http:' && !isLoopbackName(url.hostname))
    throw new ConfigError(`server must have https: for a token, or be of this machine, got ${url.origin}`)
  return createClusterConfig({
    server: server.replace(/\/+$/, ''),
    namespace: 'default',
    credentials: token === undefined ? anonymous : fixed(bearer(token, 'token')),
    connections: new Connections({ authority: ca }),
  })
}

const fixed = (authorization: string): CredentialSource => ({
  current: async () => ({ authorization }),
  refuse() {},
})
