import {
  createKubeClient,
  createListWatch,
  DeletedFinalStateUnknown,
  defineResource,
  SharedIndexInformer,
} from '@kube-informer/core'
import type { Peer } from './peer.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

/** kube-informer. */
export const kubeInformer: Peer = {
  name: 'kube-informer',
  create(url) {
    const informer = new SharedIndexInformer({
      listerWatcher: createListWatch(createKubeClient({ baseUrl: url }), pods),
    })
    const stopping = new AbortController()
    return {
      start: () => void informer.run(stopping.signal),
      stop: () => stopping.abort(),
      addHandler({ onAdd, onUpdate, onDelete }) {
        informer.addEventHandler({
          onAdd: pod => void onAdd?.(pod),
          onUpdate: (_before, pod) => void onUpdate?.(pod),
          onDelete: pod =>
            void onDelete?.(pod instanceof DeletedFinalStateUnknown ? (pod.object ?? {}) : pod),
        })
      },
      onError: listener => informer.subscribeStatus(({ error }) => error && listener(error)),
      list: () => informer.lister.list(),
    }
  },
}
