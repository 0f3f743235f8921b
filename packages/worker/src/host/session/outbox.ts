import type { Clock } from '@kube-informer/core'
import type { BatchMessage, SubscribeMessage } from '../../wire/protocol.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { SliceStream } from './slice-stream.ts'

/** Options of {@link Outbox}. */
export interface OutboxOptions {
  readonly clock: Clock
  readonly send: (batch: BatchMessage) => void
}

/**
 * The subscriptions of a page. At most one batch is in flight. Meanwhile subscriptions are only marked as dirty, so
 * that a page that does not read costs one flag for each of them.
 */
export class Outbox {
  readonly #clock: Clock
  readonly #send: (batch: BatchMessage) => void
  readonly #streams = new Map<number, SliceStream>()
  readonly #dirty = new Set<SliceStream>()
  #batchUnderWay = false
  #flushing = false

  constructor({ clock, send }: OutboxOptions) {
    this.#clock = clock
    this.#send = send
  }

  subscribe(cluster: Cluster, { id, subscription, shownResourceVersion }: SubscribeMessage): void {
    this.unsubscribe(id)
    const onDirty = () => {
      // A view may change while it is opened: a cluster-wide informer that is denied already is replaced at once.
      const opened = this.#streams.get(id)
      if (opened) this.#markDirty(opened)
    }
    const stream = new SliceStream({
      id,
      subscription,
      shownResourceVersion,
      cluster,
      onDirty,
      clock: this.#clock,
    })
    this.#streams.set(id, stream)
    this.#markDirty(stream)
  }

  unsubscribe(id: number): void {
    const stream = this.#streams.get(id)
    if (!stream) return
    this.#streams.delete(id)
    this.#dirty.delete(stream)
    stream.close()
  }

  /** The page can receive another batch. */
  acknowledged(): void {
    this.#batchUnderWay = false
    this.#flushSoon()
  }

  /** Ends every subscription. Nothing is sent afterwards. */
  close(): void {
    for (const id of [...this.#streams.keys()]) this.unsubscribe(id)
  }

  #markDirty(stream: SliceStream): void {
    this.#dirty.add(stream)
    this.#flushSoon()
  }

  /**
   * In a later task, so that the changes of one watch batch, and the subscriptions of one render, are sent together.
   */
  #flushSoon(): void {
    if (this.#flushing || this.#batchUnderWay || this.#dirty.size === 0) return
    this.#flushing = true
    void this.#clock.yieldToHost().then(() => this.#flush())
  }

  #flush(): void {
    this.#flushing = false
    const dirty = [...this.#dirty]
    this.#dirty.clear()
    const updates = dirty.flatMap(stream => stream.take() ?? [])
    if (updates.length === 0) return
    this.#batchUnderWay = true
    this.#send({ type: 'batch', updates })
  }
}
