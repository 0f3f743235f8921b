import type { ClusterConfig } from './cluster-config.ts'
import { ConfigError } from './config-error.ts'
import { inClusterConfig, inClusterServer } from './in-cluster-config.ts'
import {
  defaultPaths,
  findKubeConfig,
  fromKubeConfig,
  type LoadKubeConfigOptions,
  loadKubeConfig,
  trustingHost,
} from './load-kube-config.ts'

/**
 * The configuration of this machine: the kubeconfig (`path`, `KUBECONFIG`, `~/.kube/config`), else the Pod's service
 * account. An explicit path or context must exist. A kubeconfig without a context is ignored; an invalid one is an error
 * and does not fall back to another identity. A kubeconfig can run programs and read files, see {@link loadKubeConfig}.
 *
 * @throws ConfigError, which lists the attempted sources
 * @example
 * const config = await defaultConfig()
 * const client = createKubeClient(config)
 */
export async function defaultConfig(options: LoadKubeConfigOptions = {}): Promise<ClusterConfig> {
  if (options.path !== undefined || options.context !== undefined) return loadKubeConfig(options)
  const host = trustingHost(options)
  const found = await findKubeConfig(host)
  if (found) return fromKubeConfig(found, undefined, host)
  if (inClusterServer(host) !== undefined) return inClusterConfig(options)
  const files = defaultPaths(host).join(', ') || 'a kubeconfig (neither KUBECONFIG nor HOME is set)'
  throw new ConfigError(
    `no configuration: there is no context in ${files}, and this is no Pod (KUBERNETES_SERVICE_HOST is not set). ` +
      'Name a file with path, or start kubectl proxy and use kubectlProxyConfig',
  )
}
