import type { ClusterConfig } from './cluster-config.ts'
import { ConfigError } from './config-error.ts'
import { configHost } from './config-host.ts'
import { inClusterConfig, inClusterServer } from './in-cluster-config.ts'
import {
  defaultPaths,
  findKubeConfig,
  fromKubeConfig,
  type LoadKubeConfigOptions,
  loadKubeConfig,
} from './load-kube-config.ts'

/**
 * The configuration that this machine has: the kubeconfig (`path`, `KUBECONFIG`, `~/.kube/config`), else the
 * service account of the Pod around. A path or context that is asked for has to be there. A kubeconfig without a
 * context is none; an invalid one is an error, and no reason to fall back to another identity.
 *
 * @throws ConfigError, which says what was looked for
 * @example
 * const config = await defaultConfig()
 * const client = createKubeClient(config)
 */
export async function defaultConfig(options: LoadKubeConfigOptions = {}): Promise<ClusterConfig> {
  if (options.path !== undefined || options.context !== undefined) return loadKubeConfig(options)
  const host = configHost(options)
  const found = await findKubeConfig(host)
  if (found) return fromKubeConfig(found, undefined, host)
  if (inClusterServer(host) !== undefined) return inClusterConfig(options)
  const files = defaultPaths(host).join(', ') || 'a kubeconfig (neither KUBECONFIG nor HOME is set)'
  throw new ConfigError(
    `no configuration: there is no context in ${files}, and this is no Pod (KUBERNETES_SERVICE_HOST is not set). ` +
      'Name a file with path, or start kubectl proxy and use kubectlProxyConfig',
  )
}
