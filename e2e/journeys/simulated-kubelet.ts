import { createListWatch, type InformerClient, isNotFound, SharedIndexInformer } from '@kube-informer/core'
import { type Pod, type PodStatus, pods } from '@kube-informer/core/resources'

/**
 * Reports the Pods of a namespace as a kubelet does, until the signal aborts: those that never restart succeed at once, and
 * all others are ready.
 */
export function simulateKubelet(client: InformerClient, namespace: string, signal: AbortSignal): void {
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods, { namespace }) })
  informer.addEventHandler({ onAdd: pod => void report(client, pod) })
  void informer.run(signal)
}

async function report(client: InformerClient, pod: Pod): Promise<void> {
  const status = pod.spec?.restartPolicy === 'Never' ? succeeded() : ready()
  try {
    await client.patch(pods, pod, { status }, { subresource: 'status' })
  } catch (error) {
    // The Pod is deleted already.
    if (!isNotFound(error)) throw error
  }
}

const succeeded = (): Partial<PodStatus> => ({ phase: 'Succeeded' })

const ready = (): Partial<PodStatus> => ({
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: new Date().toISOString() }],
})
