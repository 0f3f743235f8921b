import type { RequestListener } from 'node:http'
import type { ClusterConfig } from '@kube-informer/core/config'
import { answer } from '@kube-informer/core/node'
import { createProxyHandler } from '@kube-informer/core/proxy'

/**
 * Forwards requests to the cluster of a configuration, with its credentials, and watches event by event. The
 * configuration is loaded with the first request; a failure is the answer to that request, and the next one tries again.
 */
export function configProxy(load: () => Promise<ClusterConfig>): RequestListener {
  const handle = createProxyHandler({ cluster: load })
  return (incoming, outgoing) => void answer(handle, incoming, outgoing)
}
