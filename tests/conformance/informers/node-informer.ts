import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node'
import type { Versions } from './go-informer.ts'

/** Delay before a restart after an error; client-node's documentation uses five seconds. */
const RESTART_MS = 300

/** client-node's informer of ConfigMaps, restarted after each error as its documentation shows. */
export class NodeInformer {
  readonly #informer: ReturnType<typeof makeInformer<V1ConfigMap>>
  readonly #received = new Map<string, string>()
  #stopped = false
  /** The number of reported errors. */
  errors = 0

  constructor(url: string, namespace: string) {
    const config = new KubeConfig()
    // client-node rejects plain HTTP unless TLS verification is disabled.
    config.loadFromClusterAndUser({ name: 'faults', server: url, skipTLSVerify: true }, { name: 'faults' })
    const api = config.makeApiClient(CoreV1Api)
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    this.#informer = makeInformer<V1ConfigMap>(config, path, () => api.listNamespacedConfigMap({ namespace }))
    const tell = ({ metadata }: V1ConfigMap) =>
      this.#received.set(metadata?.name ?? '', metadata?.resourceVersion ?? '')
    this.#informer.on('add', object => void tell(object))
    this.#informer.on('update', object => void tell(object))
    this.#informer.on('delete', object => void this.#received.delete(object.metadata?.name ?? ''))
    this.#informer.on('error', () => {
      this.errors++
      setTimeout(() => this.start(), RESTART_MS)
    })
  }

  start(): void {
    if (!this.#stopped) void this.#informer.start()
  }

  stop(): void {
    this.#stopped = true
    void this.#informer.stop()
  }

  get cache(): Versions {
    return Object.fromEntries(
      this.#informer.list().map(({ metadata }) => [metadata?.name ?? '', metadata?.resourceVersion ?? '']),
    )
  }

  get received(): Versions {
    return Object.fromEntries(this.#received)
  }
}
