import type { RequestListener } from 'node:http'
import { requestListener } from '@kube-informer/apiserver/node'
import { FAKE } from '../src/connect/cluster-info.ts'
import { type Cluster, type ClusterOptions, createCluster, warmUp } from './cluster.ts'
import type { ServedCluster } from './served-cluster.ts'

interface Running {
  readonly cluster: Cluster
  readonly handle: RequestListener
}

/** The fake apiserver of this process. Its first request creates it, unless {@link warmUp} has. */
export class FakeCluster {
  readonly #options: ClusterOptions
  #running: Running | undefined
  #isStarted = false

  constructor(options: ClusterOptions) {
    this.#options = options
  }

  /** Creates it, and prepares its first answer. */
  async warmUp(): Promise<void> {
    await warmUp(this.#create().cluster.server)
  }

  /** Starts its changes. */
  start(): Running {
    const running = this.#create()
    if (!this.#isStarted) running.cluster.churn.start()
    this.#isStarted = true
    return running
  }

  stop(): void {
    this.#running?.cluster.churn.stop()
  }

  get served(): ServedCluster {
    return { info: FAKE, handle: (request, response) => this.start().handle(request, response) }
  }

  #create(): Running {
    if (this.#running) return this.#running
    const cluster = createCluster(this.#options)
    const handle = requestListener(cluster.server, {
      control: { churn: cluster.churn, pods: cluster.resizer },
    })
    this.#running = { cluster, handle }
    return this.#running
  }
}
