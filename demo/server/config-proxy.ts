import type { RequestListener } from 'node:http'
import type { ClusterConfig } from '@kube-informer/core/config'
import { answer } from '@kube-informer/core/node'
import { createProxyHandler } from '@kube-informer/core/proxy'

/**
 * Forwards requests to the cluster of a configuration, with its credentials, and watches event by event. A
 * function loads it with the first request; a failure is the answer to that request, and the next one tries again.
 */
export function configProxy(config: ClusterConfig | (() => Promise<ClusterConfig>)): RequestListener {
  const handle = createProxyHandler({ cluster: config })
  return (incoming, outgoing) => void answer(handle, incoming, outgoing)
}
