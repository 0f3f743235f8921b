// A proxy that adds credentials, for servers: never part of a page.
export { proxiedHeaders } from './proxied-answer.ts'
export { createProxyHandler, type ProxiedCluster, type ProxyHandlerOptions } from './proxy-handler.ts'
export {
  isLoopbackName,
  type ProxiedRequest,
  type ProxyPolicy,
  type ProxyRejection,
  proxyRejection,
} from './proxy-rejection.ts'
