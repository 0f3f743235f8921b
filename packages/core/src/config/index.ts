export type { ClusterConfig } from './cluster-config.ts'
export { ConfigError } from './config-error.ts'
export type {
  AuthProviderConfig,
  ConfigOptions,
  ExecFile,
  ExecFileOptions,
  ExecFileResult,
  KubeConfigPermissions,
} from './config-host.ts'
export type { ConnectOptions } from './connect-options.ts'
export { defaultConfig } from './default-config.ts'
export { inClusterConfig } from './in-cluster-config.ts'
export { type KubeConfigContext, kubeConfigContexts } from './kube-config-context.ts'
export { type KubectlProxyOptions, kubectlProxyConfig } from './kubectl-proxy-config.ts'
export {
  type LoadKubeConfigOptions,
  loadKubeConfig,
  type ParseKubeConfigOptions,
  parseKubeConfig,
} from './load-kube-config.ts'
export { type ServerConfigOptions, serverConfig } from './server-config.ts'
