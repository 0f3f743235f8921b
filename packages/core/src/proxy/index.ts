// A proxy that adds credentials, for servers: never part of a page.
export { isLoopbackName } from '../api/loopback-name.ts'
export { proxiedHeaders } from './proxied-answer.ts'
export { createProxyHandler } from './proxy-handler.ts'
export type { ProxiedCluster, ProxyHandlerOptions } from './proxy-options.ts'
export {
  type ProxiedRequest,
  type ProxyPolicy,
  type ProxyRejection,
  proxyRejection,
} from './proxy-rejection.ts'
