import {
  createKubeClient,
  createListWatch,
  DeletedFinalStateUnknown,
  type KubeClientOptions,
  metaNamespaceKey,
  SharedIndexInformer,
} from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import type { InformerState, Versions } from './go-informer.ts'

/** Our informer of Pods, in this process. */
export class OwnInformer {
  readonly #stopping = new AbortController()
  readonly #informer: SharedIndexInformer<Pod>
  readonly #received = new Map<string, string>()

  /** @param options - options of its client, e.g. another transport of watches */
  constructor(url: string, options: Partial<KubeClientOptions> = {}) {
    const client = createKubeClient({ baseUrl: url, ...options })
    const listerWatcher = createListWatch(client, pods)
    this.#informer = new SharedIndexInformer({ listerWatcher })
    const tell = (pod: Pod) => this.#received.set(metaNamespaceKey(pod), versionOf(pod))
    this.#informer.addEventHandler({
      onAdd: pod => void tell(pod),
      onUpdate: (_before, pod) => void tell(pod),
      onDelete: pod =>
        void this.#received.delete(pod instanceof DeletedFinalStateUnknown ? pod.key : metaNamespaceKey(pod)),
    })
    void this.#informer.run(this.#stopping.signal)
  }

  async state(): Promise<InformerState> {
    return {
      synced: this.#informer.hasSynced(),
      cache: versionsOf(this.#informer.lister.list()),
      received: Object.fromEntries(this.#received),
    }
  }

  stop(): void {
    this.#stopping.abort()
  }
}

/** The resourceVersions of objects by key, in the format of {@link InformerState}. */
export function versionsOf(objects: readonly Pod[]): Versions {
  return Object.fromEntries(objects.map(pod => [metaNamespaceKey(pod), versionOf(pod)]))
}

function versionOf({ metadata }: Pod): string {
  return metadata.resourceVersion ?? ''
}
