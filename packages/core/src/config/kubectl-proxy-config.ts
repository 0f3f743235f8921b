import { type ClusterConfig, createClusterConfig } from './cluster-config.ts'
import type { ConfigOptions } from './config-host.ts'
import { Connections } from './connections.ts'
import { anonymous } from './user-credentials.ts'

/** Where `kubectl proxy` listens, if not at its default. */
export interface KubectlProxyOptions extends Pick<ConfigOptions, 'fetch'> {
  /** The URL of `kubectl proxy`. @default 'http://127.0.0.1:8001' */
  readonly url?: string | undefined
  /** @default 'default' */
  readonly namespace?: string | undefined
}

/**
 * The configuration for a running `kubectl proxy`, which adds the credentials itself, so every runtime can use it.
 *
 * @example const client = createKubeClient(kubectlProxyConfig())
 */
export function kubectlProxyConfig(options: KubectlProxyOptions = {}): ClusterConfig {
  const { url = 'http://127.0.0.1:8001', namespace = 'default', fetch } = options
  const connections = new Connections({}, fetch)
  return createClusterConfig({
    server: url.replace(/\/+$/, ''),
    namespace,
    credentials: anonymous,
    connections,
  })
}
