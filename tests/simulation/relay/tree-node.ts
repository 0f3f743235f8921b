import { type Clock, createKubeClient, type Random } from '@kube-informer/core'
import { createRelay, type RelayHandle, type RelayOptions } from '@kube-informer/relay'
import { pods } from '@kube-informer/testing'
import { type Link, networkError, type Upstream } from './link.ts'
import type { MemoryStorage } from './memory-storage.ts'

/** Options of {@link TreeNode}. */
export interface TreeNodeOptions {
  readonly name: string
  readonly link: Link
  readonly clock: Clock
  readonly random: Random
  /** Undefined for a node that forgets. */
  readonly storage: MemoryStorage | undefined
  readonly isUpstreamCache: boolean
  /** The options of each process. */
  readonly options: () => Pick<RelayOptions, 'authenticate' | 'authorize' | 'budgets'>
}

/** A relay as a process that can be killed and restarted. */
export class TreeNode implements Upstream {
  readonly name: string
  readonly link: Link
  readonly #options: TreeNodeOptions
  #current: { readonly relay: RelayHandle; kill(): void } | undefined
  #died: AbortController | undefined
  #ended: Promise<void>[] = []

  constructor(options: TreeNodeOptions) {
    this.#options = options
    this.name = options.name
    this.link = options.link
  }

  get process(): AbortSignal | undefined {
    return this.#died?.signal
  }

  start(): void {
    const { clock, random, storage, link, isUpstreamCache, options } = this.#options
    const relay = createRelay({
      ...options(),
      upstream: createKubeClient({
        baseUrl: 'http://upstream',
        fetch: link.fetch,
        getToken: () => 'relay',
        clock,
      }),
      isUpstreamCache,
      resources: [{ resource: pods, storage: storage?.open() }],
      clock,
      random,
    })
    const stopping = new AbortController()
    this.#ended.push(relay.run(stopping.signal))
    this.#died = new AbortController()
    this.#current = { relay, kill: () => stopping.abort() }
  }

  /** Connections break, and nothing more is stored, before the process runs any code. */
  kill(): void {
    const [current, died] = [this.#current, this.#died]
    this.#current = undefined
    this.#died = undefined
    this.#options.storage?.freeze()
    died?.abort()
    current?.kill()
  }

  async stop(): Promise<void> {
    this.kill()
    await Promise.all(this.#ended)
    this.#ended = []
  }

  fetch(request: Request): Promise<Response> {
    return this.#current?.relay.fetch(request) ?? Promise.reject(networkError('ECONNREFUSED'))
  }

  /** The value of a metric without labels; 0 without a process. */
  metric(name: string): number {
    const text = this.#current?.relay.metrics() ?? ''
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? 0)
  }
}
