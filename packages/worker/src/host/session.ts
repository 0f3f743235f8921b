import { type Clock, createKubeClient, type KubeClientOptions, type Random } from '@kube-informer/core'
import type { HostChannel } from '../channel.ts'
import type { InformerDefinitions } from '../definition.ts'
import {
  type CallMessage,
  type HelloMessage,
  type PageMessage,
  PROTOCOL_VERSION,
  type ResultMessage,
  type SubscribeMessage,
} from '../protocol.ts'
import { Cluster } from './cluster.ts'
import { runCall, toFailure } from './run-call.ts'
import { SliceStream } from './slice-stream.ts'
import { TokenBroker } from './token-broker.ts'

/** What a host decides about its clients: options of `createKubeClient`. */
export type HostClientOptions = Pick<
  KubeClientOptions,
  'fetch' | 'watchTransport' | 'webSocket' | 'maxFetchWatches'
>

/** What {@link Session} takes. */
export interface SessionOptions {
  readonly definitions: InformerDefinitions
  readonly channel: HostChannel
  readonly client: HostClientOptions
  readonly clock: Clock
  readonly random: Random
  readonly idleGraceMs: number
  readonly onClosed: () => void
}

/**
 * One page at a host. At most one batch is under way to it; what happens meanwhile only makes subscriptions
 * dirty, so a page that never reads costs a flag for each of them.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #channel: HostChannel
  readonly #tokens: TokenBroker
  readonly #streams = new Map<number, SliceStream>()
  readonly #dirty = new Set<SliceStream>()
  readonly #stop = new AbortController()
  /** Absent until a page of the same protocol has said hello. */
  #cluster: Cluster | undefined
  #batchUnderWay = false
  #flushing = false

  constructor(options: SessionOptions) {
    this.#options = options
    this.#channel = options.channel
    this.#tokens = new TokenBroker(id => this.#channel.post({ type: 'needToken', id }))
    this.#channel.listen({
      onMessage: message => this.#receive(message),
      onFailure: () => this.close(),
    })
  }

  /** Ends every subscription, watch and call of this page. Idempotent. */
  close(): void {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    for (const stream of this.#streams.values()) stream.close()
    this.#cluster?.close()
    this.#tokens.close()
    this.#channel.close()
    this.#options.onClosed()
  }

  #receive(message: PageMessage): void {
    if (this.#stop.signal.aborted) return
    switch (message.type) {
      case 'hello':
        this.#greet(message)
        break
      case 'subscribe':
        this.#subscribe(message)
        break
      case 'unsubscribe':
        this.#unsubscribe(message.id)
        break
      case 'ack':
        this.#batchUnderWay = false
        this.#flushSoon()
        break
      case 'call':
        void this.#call(message)
        break
      case 'token':
        this.#tokens.answer(message)
        break
      case 'goodbye':
        this.close()
        break
    }
  }

  #greet(hello: HelloMessage): void {
    if (hello.version !== PROTOCOL_VERSION) {
      this.#channel.post({ type: 'refused', reason: versionRefusal(hello.version) })
      return
    }
    const { definitions, clock, random, idleGraceMs } = this.#options
    const client = this.#createClient(hello)
    this.#cluster = new Cluster({ definitions, clock, random, idleGraceMs, client })
    this.#channel.post({ type: 'welcome', version: PROTOCOL_VERSION })
  }

  #createClient({ baseUrl, hasToken, credentials, fieldManager }: HelloMessage) {
    const getToken = hasToken ? () => this.#tokens.getToken() : undefined
    const { client, clock } = this.#options
    return createKubeClient({ ...client, baseUrl, getToken, credentials, fieldManager, clock })
  }

  #subscribe({ id, subscription }: SubscribeMessage): void {
    if (!this.#cluster) return
    const onDirty = () => this.#markDirty(stream)
    const { clock } = this.#options
    const stream = new SliceStream({ id, subscription, cluster: this.#cluster, clock, onDirty })
    this.#streams.set(id, stream)
    this.#markDirty(stream)
  }

  #unsubscribe(id: number): void {
    const stream = this.#streams.get(id)
    if (!stream) return
    this.#streams.delete(id)
    this.#dirty.delete(stream)
    stream.close()
  }

  #markDirty(stream: SliceStream): void {
    this.#dirty.add(stream)
    this.#flushSoon()
  }

  /** In a later task, so that the changes of one batch, and the subscriptions of one render, go together. */
  #flushSoon(): void {
    if (this.#flushing || this.#batchUnderWay || this.#dirty.size === 0) return
    this.#flushing = true
    void this.#options.clock.yieldToHost().then(() => this.#flush())
  }

  #flush(): void {
    this.#flushing = false
    if (this.#stop.signal.aborted) return
    const dirty = [...this.#dirty]
    this.#dirty.clear()
    const updates = dirty.flatMap(stream => stream.take() ?? [])
    if (updates.length === 0) return
    this.#batchUnderWay = true
    this.#channel.post({ type: 'batch', updates })
  }

  async #call({ id, resource, verb }: CallMessage): Promise<void> {
    const cluster = this.#cluster
    if (!cluster) return
    try {
      const found = cluster.resource(resource)
      const object = await runCall(cluster.client, found, verb, this.#stop.signal)
      this.#answer({ id, object })
    } catch (error) {
      this.#answer({ id, failure: toFailure(error) })
    }
  }

  #answer(result: Omit<ResultMessage, 'type'>): void {
    if (!this.#stop.signal.aborted) this.#channel.post({ type: 'result', ...result })
  }
}

const versionRefusal = (version: number): string =>
  `the worker speaks protocol ${PROTOCOL_VERSION}, this page ${version}: reload the page, ` +
  'or rebuild both from one version of @kube-informer/worker'
