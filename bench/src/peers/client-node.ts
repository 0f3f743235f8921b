import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node'
import type { Peer } from './peer.ts'

/** The official JavaScript client, used as in its examples. */
export const clientNode: Peer = {
  name: '@kubernetes/client-node',
  create(url) {
    const config = new KubeConfig()
    // It rejects plain HTTP unless TLS verification is disabled.
    config.loadFromClusterAndUser({ name: 'peers', server: url, skipTLSVerify: true }, { name: 'peers' })
    const api = config.makeApiClient(CoreV1Api)
    const informer = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces())
    return {
      start: () => void informer.start(),
      stop: () => void informer.stop(),
      addHandler({ onAdd, onUpdate, onDelete }) {
        if (onAdd) informer.on('add', pod => void onAdd(pod as object))
        if (onUpdate) informer.on('update', pod => void onUpdate(pod as object))
        if (onDelete) informer.on('delete', pod => void onDelete(pod as object))
      },
      onError: listener => informer.on('error', listener),
      list: () => informer.list() as readonly object[],
    }
  },
}
