import type { Clock, Fetch } from '@kube-informer/core'
import { createFakeLocks, seededRandom } from '@kube-informer/testing'
import { type Connection, connectInformers } from '@kube-informer/worker'
import { hostInformers, type SnapshotDisk, type WorkerScope } from '@kube-informer/worker/host'
import { informers } from './informers.ts'
import { connectPorts } from './port.ts'

/** Options of {@link Origin}. */
export interface OriginOptions {
  readonly host: 'dedicated' | 'leader' | 'shared'
  readonly clock: Clock
  readonly fetch: Fetch
  readonly disk: SnapshotDisk
  readonly seed: number
  /** Called with each message that a page and a worker exchange on a channel of their own. */
  readonly onMessage: (message: unknown, way: string) => void
}

/** Tabs and workers of one origin, in one thread. They share locks and a disk, and the global BroadcastChannel. */
export class Origin {
  readonly #options: OriginOptions
  readonly #locks = createFakeLocks()
  #shared: { onconnect: ((event: MessageEvent) => void) | null } | undefined
  #seed: number

  constructor(options: OriginOptions) {
    this.#options = options
    this.#seed = options.seed
  }

  /** Opens a tab whose requests carry this token. */
  open(name: string, token: string): Connection<typeof informers> {
    const { host, clock, onMessage } = this.#options
    const record = (message: unknown, from: string) => onMessage(message, `${from} of ${name}`)
    return connectInformers(informers, {
      baseUrl: 'http://cluster.example',
      identity: 'jane',
      getToken: () => token,
      host,
      worker: () => {
        const { outside, inside } = connectPorts(record)
        this.#runHost(inside)
        return outside as unknown as Worker
      },
      sharedWorker: () => {
        const { outside, inside } = connectPorts(record)
        this.#connectShared(inside)
        return { port: outside, onerror: null } as unknown as SharedWorker
      },
      clock,
      locks: this.#locks.agent(),
      random: this.#random(),
    })
  }

  #connectShared(port: unknown): void {
    if (!this.#shared) {
      this.#shared = { onconnect: null }
      this.#runHost(this.#shared)
    }
    const scope = this.#shared
    queueMicrotask(() => scope.onconnect?.({ ports: [port] } as unknown as MessageEvent))
  }

  #runHost(scope: object): void {
    const { clock, fetch, disk } = this.#options
    hostInformers(informers, {
      scope: scope as WorkerScope,
      clock,
      fetch,
      disk,
      locks: this.#locks.agent(),
      random: this.#random(),
    })
  }

  #random(): () => number {
    return seededRandom(++this.#seed)
  }
}
